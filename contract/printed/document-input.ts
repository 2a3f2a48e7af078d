import type { Attendance } from '#contract/attendance.ts';
import type { BodyApproval } from '#contract/body.ts';
import type { DocumentForm, SignatureMark } from '#contract/document.ts';
import type { FormattedText } from '#contract/formatted-text.ts';
import type { MemberKind } from '#contract/member.ts';
import type { QuorumRule } from '#contract/quorum.ts';
import type { Stage } from '#contract/stage.ts';
import type { Task } from '#contract/task.ts';
import type { Votes } from '#contract/votes.ts';

type Maybe<T> = T | null | undefined;

/** A person as the protocol names one: «Фамилия Имя Отчество», any part may be missing. */
export type DocumentPerson = {
  /** Tells namesakes apart. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  position?: Maybe<string>;
  organization?: Maybe<string>;
};

/** `rowId` is what a proxy names them by. */
export type DocumentMember = DocumentPerson & {
  kind?: Maybe<MemberKind>;
  rowId?: Maybe<string>;
  attendance?: Maybe<Attendance>;
};

/** `at`: the moment of the recording behind it, in seconds. A task may name it by its id. */
export type DocumentDecision = {
  id?: Maybe<string>;
  text?: Maybe<string>;
  level?: Maybe<number>;
  at?: Maybe<number>;
  votes?: Maybe<Votes>;
};

/** A file that belongs to the protocol, or to one of its questions. */
export type DocumentAttachment = {
  agenda_id?: Maybe<string>;
  title?: Maybe<string>;
  name?: Maybe<string>;
  sheets?: Maybe<number>;
  position?: Maybe<number>;
};

/** A task as the API shows it, with the person that it names; `origin` is that of a task of an earlier protocol. */
export type DocumentTask = Partial<Task> & { assignee?: Maybe<DocumentPerson> };

export type DocumentAgendaItem = {
  id: string;
  title?: Maybe<string>;
  speaker?: Maybe<DocumentPerson>;
  listened?: Maybe<string>;
  discussion?: Maybe<string>;
  /** The same texts with their formatting. */
  listenedBlocks?: Maybe<FormattedText>;
  discussionBlocks?: Maybe<FormattedText>;
  decisions?: Maybe<DocumentDecision[]>;
  votes?: Maybe<Votes>;
  at?: Maybe<number>;
};

/** Everything that the printed protocol is made of. Dates are ISO 8601. */
export type DocumentInput = {
  stage: Stage;
  number?: Maybe<string | number>;
  title?: Maybe<string>;
  kind?: Maybe<string>;
  /** The body that met; its approval goes before that of the organization. */
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
  /** The electronic signatures of the version that is printed. */
  signatures?: readonly SignatureMark[];
  /** Where the protocol is read in the app: an address. */
  link?: Maybe<string>;
};

/** How this protocol is printed: what the settings of the organization and its body come to (print-settings.ts). */
export type PrintSettings = {
  /** With more people present than this, their list becomes an annex. */
  presentLimit: number;
  /** Whether who presided stands among those present, too. */
  chairmanListed?: boolean;
  /** The zone whose calendar gives the dates, such as `Europe/Moscow`. */
  timeZone: string;
  /** Printed where the protocol names none. */
  organization?: string;
  /** «УТВЕРЖДАЮ» above a final protocol; it is there unless this is false. */
  approval?: boolean;
  /** Who approves in place of the chairman. */
  approver?: DocumentPerson;
  /** Whether the last page has a code that leads to `link`. */
  qrCode?: boolean;
  /** Both, unless it says otherwise. */
  signedBy?: readonly ('chairman' | 'secretary')[];
};

/** Everything that one document is built from: what a request hands to the document thread. */
export type DocumentSource = { input: DocumentInput; settings: PrintSettings; kind: DocumentKind };

/** Which document of a protocol is printed; an extract is of the agenda item `item`. */
export type DocumentKind = { form: Exclude<DocumentForm, 'extract'> } | { form: 'extract'; item: string };
