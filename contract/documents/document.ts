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
} from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { protocol } from '#contract/protocols/protocol.ts';
import { timeZone } from '#contract/time-zone.ts';

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

export const docxTypes = ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'] as const;

export const documentFormats = ['pdf', 'docx'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const which = {
  form: z.optional(z.enum(documentForms)),
  /** The agenda item of an extract. */
  item: z.optional(id),
};

/** GET …/documents/pdf and /docx: by default the full form of the current protocol, not of a final version. */
export const documentQuery = z.object({ ...which, edition: z.optional(queryNumber(1, 100_000)) });

/** GET …/documents/docx: uses the body's template unless another one, or `usual`, is named (template.ts). */
export const docxQuery = z.object({ ...documentQuery.shape, template: z.optional(id) });
export type DocxQuery = z.infer<typeof docxQuery>;

/** The mark of an electronic signature (ГОСТ Р 7.0.97): certificate, owner and period of validity. */
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

/** Maximum number of people who sign one protocol. */
export const maxSignatures = 10;

/** PUT …/versions/{edition}/signatures: the people who signed this version elsewhere; the list replaces the old one. */
export const signatureMarks = z.looseObject({ signatures: z.array(signatureMark).check(z.maxLength(maxSignatures)) });

/** A final version. The files of its full form are generated once; until then they have no SHA-256. */
export const protocolVersion = z.looseObject({
  edition: z.int(),
  number: maybe(string),
  created_at: maybe(string),
  created_by_name: maybe(string),
  /** Reason and time of reopening; null while the version is in force. */
  reopened_for: maybe(string),
  reopened_at: maybe(string),
  pdf_sha256: maybe(string),
  docx_sha256: maybe(string),
  /** File name of the template of its DOCX. */
  template_name: maybe(string),
  /** The electronic signatures that were recorded for it. */
  signatures: absentIfOdd(z.array(signatureMark)),
});
export type ProtocolVersion = z.infer<typeof protocolVersion>;

export const versionParams = z.object({ id, edition: z.string() });

/** GET …/recipients: possible recipients of the protocol. `by_smtp` false: mails are only written into a folder. */
export const protocolRecipients = whenUsed(() =>
  z.looseObject({
    /** `is_guest`: invited to the meeting by name and e-mail, without an account. */
    people: z.array(z.looseObject({ id, name: maybe(string), email: z.string(), is_guest: maybe(boolean) })),
    by_smtp: maybe(boolean),
    /** Whether mail can be sent to any other address. */
    takes_addresses: maybe(boolean),
  }),
);
export type ProtocolRecipients = z.infer<typeof protocolRecipients>;

/** Maximum number of other addresses of one mail. */
const maxAddresses = 20;
export const otherAddresses = z
  .array(email)
  .check(z.maxLength(maxAddresses, `Других адресов может быть не больше ${maxAddresses}`));

/** POST …/send: mails the protocol as a file to each of these people and addresses. */
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

/** A mail with the protocol that was sent or is still to be sent. */
export const protocolMail = whenUsed(() =>
  z.looseObject({
    id,
    recipient: z.string(),
    name: maybe(string),
    subject: maybe(string),
    /** Name of the attached file. */
    file: maybe(string),
    /** `stored`: the mail lies on the server, because no mail server is connected. */
    state: z.catch(z.enum(['waiting', 'sent', 'stored', 'failed']), 'waiting'),
    error: maybe(string),
    created_at: maybe(string),
    sent_at: maybe(string),
  }),
);
export type ProtocolMail = z.infer<typeof protocolMail>;

export const signers = ['chairman', 'secretary'] as const;

/** Print settings of the organization's documents, and its time zone. */
export const documentSettings = z.looseObject({
  /** Organization that is printed if a protocol names none; may have several lines. */
  organization: z._default(text(1_000), ''),
  /** Maximum number of people present before their list becomes an annex. */
  present_limit: z._default(z.int().check(z.gte(1), z.lte(1_000)), 15),
  /** Whether the person presiding is also listed among those present. */
  chairman_listed: z._default(z.boolean(), false),
  /** Whether «УТВЕРЖДАЮ» is printed above a final protocol; the chairman approves unless somebody else is named. */
  approval: z._default(z.boolean(), true),
  approver_position: z._default(text(300), ''),
  approver_name: z._default(text(200), ''),
  /** Whether the last page has a QR code that leads to the protocol in the app. */
  qr_code: z._default(z.boolean(), false),
  /** Time zone that dates numbers, deadlines, statistics and documents; unchanged if a request omits it. */
  time_zone: z.optional(timeZone),
  signed_by: z._default(
    z.array(z.enum(signers)).check(z.minLength(1, 'Нужна хотя бы одна подпись'), z.maxLength(signers.length)),
    [...signers],
  ),
});
export type DocumentSettings = z.output<typeof documentSettings>;

/** GET …/versions/{edition}: the signed-off protocol with the people it names and the print settings of that time. */
export const signedOffVersion = whenUsed(() =>
  z.looseObject({
    ...protocolVersion.shape,
    protocol,
    people: z.array(z.looseObject({ id, name: z.string(), position: maybe(string), organization: maybe(string) })),
    settings: absentIfOdd(documentSettings),
  }),
);
export type SignedOffVersion = z.infer<typeof signedOffVersion>;
