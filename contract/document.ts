import * as z from 'zod/mini';
import {
  absentIfOdd,
  boolean,
  day,
  email,
  maybe,
  queryNumber,
  requiredText,
  string,
  text,
  whenUsed,
} from './common.ts';
import { id } from './id.ts';
import { protocol } from './protocol.ts';
import { timeZone } from './time-zone.ts';

export const documentForms = [
  'full',
  'short',
  'extract',
  'signed',
  'present',
  'attendance',
  'agreement',
  'reading',
] as const;
export type DocumentForm = (typeof documentForms)[number];

export const documentFormWords: Record<DocumentForm, string> = {
  full: 'Полный протокол',
  short: 'Краткая форма',
  extract: 'Выписка по вопросу',
  signed: 'Копия с отметкой об электронной подписи',
  present: 'Список присутствовавших',
  attendance: 'Явочный лист',
  agreement: 'Лист согласования',
  reading: 'Лист ознакомления',
};

/** The media type of a DOCX. */
export const docxTypes = ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'] as const;

export const documentFormats = ['pdf', 'docx'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const which = {
  form: z.optional(z.enum(documentForms)),
  /** The agenda item of an extract. */
  item: z.optional(id),
};

/** GET …/documents/pdf and /docx: the full form of the protocol as it is, unless a form or a final version is named. */
export const documentQuery = z.object({ ...which, edition: z.optional(queryNumber(1, 100_000)) });
export type DocumentQuery = z.infer<typeof documentQuery>;

/** GET …/documents/docx: the full form by the template of the body, unless another one, or `usual`, is named (template.ts). */
export const docxQuery = z.object({ ...documentQuery.shape, template: z.optional(id) });
export type DocxQuery = z.infer<typeof docxQuery>;

/** What the mark of an electronic signature says (ГОСТ Р 7.0.97): which certificate, whose, from when until when. */
export const signatureMark = z
  .looseObject({
    certificate: requiredText(100),
    owner: requiredText(300),
    valid_from: day,
    valid_to: day,
  })
  .check(
    z.refine(({ valid_from, valid_to }) => valid_from <= valid_to, {
      path: ['valid_to'],
      error: 'Не раньше начала',
    }),
  );
export type SignatureMark = z.infer<typeof signatureMark>;

/** As many people as may sign one protocol. */
export const mostSignatures = 10;

/** PUT …/versions/{edition}/signatures: who has signed this version elsewhere; those that are left out go. */
export const signatureMarks = z.looseObject({ signatures: z.array(signatureMark).check(z.maxLength(mostSignatures)) });

/** A final version. The files of its full form are made once; until then they have no SHA-256. */
export const protocolVersion = z.looseObject({
  edition: z.int(),
  number: maybe(string),
  created_at: maybe(string),
  created_by_name: maybe(string),
  /** Why and when it was opened again; null while it is in force. */
  reopened_for: maybe(string),
  reopened_at: maybe(string),
  pdf_sha256: maybe(string),
  docx_sha256: maybe(string),
  /** The file of the template that its DOCX is written by. */
  template_name: maybe(string),
  /** The electronic signatures that it is said to have. */
  signatures: absentIfOdd(z.array(signatureMark)),
});
export type ProtocolVersion = z.infer<typeof protocolVersion>;

export const versionParams = z.object({ id, edition: z.string() });

/** GET …/recipients: whom the protocol can be sent to. `by_smtp` false: mails are only written into a folder. */
export const protocolRecipients = whenUsed(() =>
  z.looseObject({
    /** `is_guest`: invited to the meeting by name and e-mail, without an account. */
    people: z.array(z.looseObject({ id, name: maybe(string), email: z.string(), is_guest: maybe(boolean) })),
    by_smtp: maybe(boolean),
    /** Whether any other address can be written to. */
    takes_addresses: maybe(boolean),
  }),
);
export type ProtocolRecipients = z.infer<typeof protocolRecipients>;

/** As many other addresses as one letter goes to. */
const mostAddresses = 20;
export const otherAddresses = z
  .array(email)
  .check(z.maxLength(mostAddresses, `Других адресов может быть не больше ${mostAddresses}`));

/** POST …/send: the protocol as a file, by a mail to each of these people, and to each of these addresses. */
export const protocolSend = z
  .looseObject({
    recipients: z.array(id).check(z.maxLength(500)),
    addresses: z.optional(otherAddresses),
    subject: requiredText(300),
    text: text(10_000),
    format: z.enum(documentFormats),
    edition: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
    ...which,
  })
  .check(
    z.refine(({ recipients, addresses }) => recipients.length + (addresses?.length ?? 0) > 0, {
      path: ['recipients'],
      error: 'Выберите получателей',
    }),
  );

/** A mail that took the protocol to somebody, or is to. */
export const protocolMail = whenUsed(() =>
  z.looseObject({
    id,
    recipient: z.string(),
    name: maybe(string),
    subject: maybe(string),
    /** The name of the file. */
    file: maybe(string),
    /** `stored`: it lies on the server, which no mail server is connected to. */
    state: z.catch(z.enum(['waiting', 'sent', 'stored', 'failed']), 'waiting'),
    error: maybe(string),
    created_at: maybe(string),
    sent_at: maybe(string),
  }),
);
export type ProtocolMail = z.infer<typeof protocolMail>;

export const signers = ['chairman', 'secretary'] as const;

/** How documents are printed in this organization, and where it is. */
export const documentSettings = z.looseObject({
  /** Printed where a protocol names no organization; several lines are one below another. */
  organization: z._default(text(1_000), ''),
  /** With more people present than this, their list becomes an annex. */
  present_limit: z._default(z.int().check(z.gte(1), z.lte(1_000)), 15),
  /** Whether who presided stands among those present, too. */
  chairman_listed: z._default(z.boolean(), false),
  /** «УТВЕРЖДАЮ» above a final protocol, by the chairman unless somebody is named. */
  approval: z._default(z.boolean(), true),
  approver_position: z._default(text(300), ''),
  approver_name: z._default(text(200), ''),
  /** On the last page a code that leads to the protocol in the app. */
  qr_code: z._default(z.boolean(), false),
  /** By whose calendar numbers, deadlines, figures and documents are dated; who sends none leaves it as it is. */
  time_zone: z.optional(timeZone),
  signed_by: z._default(
    z.array(z.enum(signers)).check(z.minLength(1, 'Нужна хотя бы одна подпись'), z.maxLength(signers.length)),
    [...signers],
  ),
});
export type DocumentSettings = z.output<typeof documentSettings>;

/** GET …/versions/{edition}: what was signed off, with the people that it names and how it is printed, as they were then. */
export const signedOffVersion = whenUsed(() =>
  z.looseObject({
    ...protocolVersion.shape,
    protocol,
    people: z.array(z.looseObject({ id, name: z.string(), position: maybe(string), organization: maybe(string) })),
    settings: absentIfOdd(documentSettings),
  }),
);
export type SignedOffVersion = z.infer<typeof signedOffVersion>;
