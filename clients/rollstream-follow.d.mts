// The types of rollstream-follow.mjs, for TypeScript: copy them beside it. `Client<View, Event, Move>` takes those of a generated client.

export interface AnyEvent { version: number; type: string; seat: number | null; at: string; decision: number | null; data: object; hash: string }
export interface AnyView { table: string; version: number; status: string; owed: { seat: number; decision: number; deadline: string | null }[] }
export interface AnyMove { type: string; decision: number }
export interface Answer<Body = unknown> { status: number; body: Body; headers: Headers }
export interface News<View, Event> { anew: boolean; view: View | null; events: Event[] }
export type State = "live" | "polling" | "reconnecting" | "offline" | "ended";

export interface Sending { token?: string; body?: unknown; key?: string; headers?: Record<string, string>; signal?: AbortSignal; patience?: number }
export interface Following {
  token?: string;
  after?: string | null;
  history?: boolean;
  signal?: AbortSignal;
  onState?: (state: State) => void;
  onSign?: () => void;
}

export class Problem extends Error {
  constructor(document: { code: string; status?: number; detail?: string });
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly retryAfter: number;
}

export class Client<View extends AnyView = AnyView, Event extends AnyEvent = AnyEvent, Move extends AnyMove = AnyMove> {
  constructor(url?: string, options?: { headers?: () => Record<string, string>; fetch?: typeof fetch; patience?: number });
  send<Body>(method: string, path: string, options?: Sending): Promise<Answer<Body>>;
  get<Body>(path: string, options?: Sending): Promise<Answer<Body>>;
  post<Body>(path: string, options?: Sending): Promise<Answer<Body>>;
  moves(table: string, token: string, options?: Sending): Promise<Move[]>;
  play(table: string, token: string, move: Move, options?: Sending): Promise<{ events: Event[]; view: View } | null>;
  follow(table: string, options?: Following): AsyncGenerator<News<View, Event>, void, void>;
  open(method: string, path: string, options: Sending): Promise<Response>;
}

export function isTemporary(problem: { status?: number; code?: string }): boolean;
export function newKey(): string;
export function eventId(event: { version: number; hash: string } | null | undefined): string;
export function framesOf(answer: Response, onSign: () => void): AsyncGenerator<{ event?: string; data: unknown }, void, void>;
export function watch(signal: AbortSignal | undefined, isOver: () => boolean): { signal: AbortSignal; end(): void };
export function sleep(length: number, signal?: AbortSignal): Promise<void>;
