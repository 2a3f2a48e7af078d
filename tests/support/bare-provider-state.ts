import type { Role } from '#contract/roles.ts';

/** The password of everybody at the bare provider; they sign in as `{role}@example.ru`. */
export const barePassword = 'пароль-поставщика';

export interface BareUser {
  id: number;
  role: Role;
  email: string;
}

/** A row as this provider stores it: the table of calls defines which of it is answered. */
export type BareRow = { id: number } & Record<string, unknown>;

/** The whole state of the bare provider. Ids are numbers, from one sequence for all kinds. */
export class BareState {
  readonly users: BareUser[];
  readonly keywords: BareRow[];
  readonly meetings: BareRow[];
  readonly protocols: (BareRow & { stage: string })[];
  readonly tasks: (BareRow & { status: string })[];
  readonly members: { protocol: number; member_id: number }[];
  /** token → user id; an expired token is stale and may only be refreshed. */
  readonly tokens = new Map<string, number>();
  readonly staleTokens = new Map<string, number>();
  #last = 100;

  constructor() {
    const roles: Role[] = ['admin', 'manager', 'secretary', 'external'];
    this.users = roles.map((role, index) => ({ id: index + 1, role, email: `${role}@example.ru` }));
    this.keywords = [{ id: this.nextId() }, { id: this.nextId() }];
    this.meetings = [{ id: this.nextId() }, { id: this.nextId() }];
    const stages = ['no_video', 'success_video_process', 'finish', 'final'];
    this.protocols = stages.map((stage) => ({ id: this.nextId(), stage }));
    const protocol = this.protocols[0]?.id ?? 0;
    this.tasks = [
      { id: this.nextId(), status: 'new', protocol },
      { id: this.nextId(), status: 'done', protocol },
    ];
    this.members = [{ protocol, member_id: 4 }];
  }

  nextId(): number {
    this.#last += 1;
    return this.#last;
  }

  /** Returns a new token for a person. */
  signIn(user: BareUser): string {
    const token = `bare-${user.id}-${this.nextId()}`;
    this.tokens.set(token, user.id);
    return token;
  }

  /** Expires all tokens: the next call is answered 401, and a refresh returns another token. */
  expireTokens(): void {
    for (const [token, id] of this.tokens) this.staleTokens.set(token, id);
    this.tokens.clear();
  }
}
