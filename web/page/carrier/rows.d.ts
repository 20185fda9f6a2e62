// Rows that are kept, and messages between the page and the engine's worker.

export type Row = { key: string; value: string | null };
/** `before` is there where the row is written only if it still is that; `null` if there was none. */
export type Write = Row & { before?: string | null };

/** Memory of an engine between two questions, and the place of the engine in it. */
export type Past = { bytes: ArrayBuffer; engine: number };

export type Order =
    | {
          kind: "begin";
          glue: string;
          module: WebAssembly.Module | ArrayBuffer;
          rows: string | null;
          trouble: string | null;
          past: Past | null;
      }
    | { kind: "ask"; line: string; remembers: boolean }
    | { kind: "rows"; rows: string }
    | { kind: "learn"; rows: string }
    | { kind: "trouble"; reason: string | null }
    | { kind: "keep" }
    | { kind: "leave" };

export type Told =
    | { kind: "begun" }
    | { kind: "did"; reply: string | null; writes: string }
    | { kind: "notice"; line: string }
    | { kind: "past"; past: Past }
    | { kind: "failed"; reason: string };
