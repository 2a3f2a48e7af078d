import { uuidv7 } from 'uuidv7';
import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** A meeting of a secretary, to which people are invited over the API. */
export class InvitedMeeting {
  readonly id = uuidv7();
  readonly #app: TestApp;
  readonly #owner: TestUser;

  private constructor(app: TestApp, owner: TestUser) {
    this.#app = app;
    this.#owner = owner;
  }

  static async make(app: TestApp, owner: TestUser, fields: object): Promise<InvitedMeeting> {
    const meeting = new InvitedMeeting(app, owner);
    await meeting.#ask('POST', '/meetings', { id: meeting.id, ...fields });
    return meeting;
  }

  async #ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
    const reply = await this.#app.call(this.#owner, method, path, body);
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
    return (reply.body ? reply.json().data : undefined) as T;
  }

  change(fields: object): Promise<Meeting> {
    return this.#ask('PUT', `/meetings/${this.id}`, fields);
  }

  invite(round = uuidv7()): Promise<MeetingInvitations> {
    return this.#ask('POST', `/meetings/${this.id}/invitations`, { id: round });
  }

  read(): Promise<MeetingInvitations> {
    return this.#ask('GET', `/meetings/${this.id}/invitations`);
  }

  cancel(): Promise<void> {
    return this.#ask('DELETE', `/meetings/${this.id}/invitations`);
  }

  delete(): Promise<void> {
    return this.#ask('DELETE', `/meetings/${this.id}`);
  }
}

export const guest = (name: string) => ({ id: uuidv7(), name, email: `${uuidv7()}@guest.example.ru` });
