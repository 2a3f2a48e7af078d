import type { Attendance } from '#contract/bodies/attendance.ts';
import type { BodyApproval } from '#contract/bodies/body.ts';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import type { DocumentForm, SignatureMark } from '#contract/documents/document.ts';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import type { Votes } from '#contract/protocols/votes.ts';
import type { Stage } from '#contract/stage.ts';
import type { Task } from '#contract/tasks/task.ts';

type Maybe<T> = T | null | undefined;

/** A person as named by the protocol: «Фамилия Имя Отчество», any part may be missing. */
export type DocumentPerson = {
  /** Distinguishes namesakes. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  position?: Maybe<string>;
  organization?: Maybe<string>;
};

/** A member; `rowId` is the id by which a proxy refers to them. */
export type DocumentMember = DocumentPerson & {
  kind?: Maybe<MemberKind>;
  rowId?: Maybe<string>;
  attendance?: Maybe<Attendance>;
};

/** A decision; `at` is the moment of the recording in seconds. A task may refer to it by its id. */
export type DocumentDecision = {
  id?: Maybe<string>;
  text?: Maybe<string>;
  level?: Maybe<number>;
  at?: Maybe<number>;
  votes?: Maybe<Votes>;
};

/** A file of the protocol, or of one of its agenda items. */
export type DocumentAttachment = {
  agenda_id?: Maybe<string>;
  title?: Maybe<string>;
  name?: Maybe<string>;
  sheets?: Maybe<number>;
  position?: Maybe<number>;
};

/**
 * A task in the form of the API, with the person it is assigned to; `origin` is set for a task of an earlier protocol.
 */
export type DocumentTask = Partial<Task> & { assignee?: Maybe<DocumentPerson> };

export type DocumentAgendaItem = {
  id: string;
  title?: Maybe<string>;
  speaker?: Maybe<DocumentPerson>;
  listened?: Maybe<string>;
  discussion?: Maybe<string>;
  /** The formatting of the two texts above. */
  listenedBlocks?: Maybe<FormattedText>;
  discussionBlocks?: Maybe<FormattedText>;
  decisions?: Maybe<DocumentDecision[]>;
  votes?: Maybe<Votes>;
  at?: Maybe<number>;
};

/** All data of a printed protocol. Dates are ISO 8601. */
export type DocumentInput = {
  stage: Stage;
  number?: Maybe<string | number>;
  title?: Maybe<string>;
  kind?: Maybe<string>;
  /** The body that met; its approval overrides that of the organization. */
  body?: Maybe<{ name_genitive?: Maybe<string>; approval?: Maybe<BodyApproval>; chairman_listed?: Maybe<boolean> }>;
  heldAt?: Maybe<string>;
  endedAt?: Maybe<string>;
  place?: Maybe<string>;
  organization?: Maybe<string>;
  chairman?: Maybe<DocumentPerson>;
  secretary?: Maybe<DocumentPerson>;
  quorum?: Maybe<QuorumRule>;
  members: DocumentMember[];
  agenda: DocumentAgendaItem[];
  tasks: DocumentTask[];
  attachments?: DocumentAttachment[];
  /** Electronic signatures of the printed version. */
  signatures?: readonly SignatureMark[];
  /** Address of the protocol in the app. */
  link?: Maybe<string>;
};

/** Print settings of a protocol, merged from those of the organization and of its body (print-settings.ts). */
export type PrintSettings = {
  /** Maximum number of people present before their list becomes an annex. */
  presentLimit: number;
  /** Whether the person presiding is also listed among those present. */
  chairmanListed?: boolean;
  /** Zone that determines the printed dates, such as `Europe/Moscow`. */
  timeZone: string;
  /** Printed if the protocol names no organization. */
  organization?: string;
  /** Whether «УТВЕРЖДАЮ» is printed above a final protocol; true unless set to false. */
  approval?: boolean;
  /** The person who approves in place of the chairman. */
  approver?: DocumentPerson;
  /** Whether the last page has a QR code that leads to `link`. */
  qrCode?: boolean;
  /** Who signs; by default both. */
  signedBy?: readonly ('chairman' | 'secretary')[];
};

/** Everything from which one document is built; a request passes it to the document thread. */
export type DocumentSource = { input: DocumentInput; settings: PrintSettings; kind: DocumentKind };

/** Which document of a protocol is printed; for an extract `item` is its agenda item. */
export type DocumentKind = { form: Exclude<DocumentForm, 'extract'> } | { form: 'extract'; item: string };
