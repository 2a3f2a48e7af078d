import type { BareState, BareUser } from './bare-provider-state.ts';

/** A call as it came; `fields` and `files` are those of form data, `body` the JSON. */
export interface BareRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown> | undefined;
  fields: Record<string, string> | undefined;
  files: Record<string, Buffer>;
  token: string | undefined;
}

/** The answer to a call, before it is put into the envelope. */
export type BareReply =
  | { item: object }
  | { page: object[] }
  | { list: object[] }
  | { plain: object }
  | { file: string; type: string }
  | { empty: true };

/** A refusal with the provider's own words. */
export class BareRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface BareContext {
  state: BareState;
  request: BareRequest;
  /** The number in the path. */
  id: number;
  /** The caller; only public calls have none. */
  user: BareUser;
}

export interface BareCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `#` stands for a number. */
  path: string;
  /** Query parameters that spec.md §7 names. */
  query?: string[];
  /** Whether it needs no token. */
  open?: true;
  form?: 'also' | 'only';
  answer: (context: BareContext) => BareReply;
}
