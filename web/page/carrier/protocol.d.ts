// Types of what the service says, as spec/service.md has it.

export type Shape = { path: string; grid: [number, number]; hue?: string | null; colour?: string | null; line?: boolean };
export type Sign = { glyph: string; hue: string };
export type Look = {
    shapes: Shape[];
    glyph: string;
    hue: string;
    back: string | null;
    over?: boolean;
    under?: Sign | null;
    sign?: Sign | null;
};
export type ViewCell = { name: string; label: string; look: number; marks: string[] };
export type Key = { key: string; label: string; kind: "command" | "action" | "direction" | "choice" | "answer"; direction?: string | null; command?: string | null; impossible?: boolean };
export type Edges = { left: string | null; right: string | null; top: string | null; bottom: string | null };
export type Ground = {
    hue: string;
    kind: "plain" | "squares" | "lines";
    slant: number;
    blocks: { columns: number[]; rows: number[] } | null;
    ruled?: boolean;
    begins_second?: boolean;
    edges: Edges;
};
export type View = {
    columns: number;
    rows: number;
    column_names: string[];
    row_names: string[];
    ground: Ground;
    looks: Look[];
    cells: ViewCell[];
    cursor: string | null;
    joined: [number, number][] | null;
    keys: Key[];
    pad: string[];
    lines: string[];
};
export type Snapshot = {
    title: string;
    heading: string;
    id: string;
    level: number | null;
    levels: number;
    position: number;
    length: number;
    state: string;
    board: string;
    to_act: string;
    legal: string[];
    values: { name: string; value: number }[];
    score: number | null;
    outcome: string | null;
    said: string[];
    phase: "playing" | "asking" | "offered" | "returning";
    selected: string | null;
    choosable: string[];
    fresh: string[];
    hinted: string[];
    thinks: boolean;
    view?: View | null;
};
export type Setup = { id: string; title: string };
export type MenuGame = {
    name: string;
    title: string;
    about: string;
    progress: string;
    levels: number;
    done: number;
    setups: Setup[];
    waiting: boolean;
    preview: View | null;
};
export type Menu = {
    groups: { title: string; games: MenuGame[] }[];
    languages: { tag: string; title: string }[];
};
export type Option = {
    name: string;
    label: string;
    kind: "choice" | "number" | "size" | "level" | "seed" | "opponent";
    value: string;
    values: (string | { value: string; title: string })[] | null;
    range: string | null;
};
export type Page = { title: string; lines: string[] };
export type Line = { verdict: string; actions: string[]; points?: number | null; reason?: string | null };
export type Answer = {
    snapshot?: Snapshot;
    menu?: Menu;
    options?: Option[];
    phrases?: Record<string, string>;
    page?: Page;
    line?: Line;
    text?: string;
    [other: string]: unknown;
};
export type Diagnostic = { code: string; is_error: boolean; message: string; span: { start: number; end: number }; label: string; help?: string | null };
export type Why = { lines: string[]; line: number | null; code: string | null };
export type Refusal = { message: string; help?: string | null; diagnostics: Diagnostic[]; why?: Why | null };
export type Reply = {
    id: number;
    number: number;
    hash?: string | null;
    answer?: Answer;
    stale?: Snapshot;
    error?: Refusal;
};
export type Question = string | Record<string, unknown>;
export type AskOptions = {
    seen?: number | null;
    units?: "bytes" | "utf16";
    budget?: { nodes?: number; bytes?: number };
    view?: boolean;
};
export type Notification = { number: number; event: string | Record<string, unknown> };
export interface Carrier {
    ask(question: Question, options?: AskOptions): Promise<Reply>;
    listen(hear: (notice: Notification) => void): void;
    stop(): void;
    end(): void;
}
