// Plays any game of Masume: the last of all legal actions is done. Part of a project made by `dotnet new console`:
//
//     masume drive othello --opponent easy -- dotnet run
using System;
using System.Text.Json;

for (string? line = Console.ReadLine(); line != null; line = Console.ReadLine())
{
    using JsonDocument told = JsonDocument.Parse(line);
    if (told.RootElement.TryGetProperty("over", out _))
    {
        break;
    }
    if (told.RootElement.TryGetProperty("error", out JsonElement error))
    {
        Console.Error.WriteLine(error.GetString());
        return 1;
    }
    if (told.RootElement.TryGetProperty("go", out JsonElement go))
    {
        JsonElement legal = go.GetProperty("legal_actions");
        string? action = legal[legal.GetArrayLength() - 1].GetString();
        Console.WriteLine(JsonSerializer.Serialize(new { action, ply = go.GetProperty("ply").GetInt32() }));
    }
}
return 0;
