import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  type DocumentFormat,
  type DocumentSettings,
  documentSettings,
  type ProtocolVersion,
  type SignatureMark,
  type SignedOffVersion,
} from '#contract/documents/document.ts';
import type { DocumentInput } from '#contract/documents/printed/document-input.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import { type Protocol, protocol as protocolSchema } from '#contract/protocols/protocol.ts';
import { type Reader, whereReadableBy } from '#server/modules/identity/index.ts';
import { peopleBy } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { users } from '#server/schema/people.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { templateFiles, templates } from '#server/schema/templates.ts';

/** Storage key and hash of a version's file. */
export type KeptFile = { key: string; sha256: string };

export type FinalVersion = {
  id: string;
  protocolId: string;
  edition: number;
  input: DocumentInput;
  /** Print settings at the time of signing off, used for every form. */
  settings: DocumentSettings;
  files: Partial<Record<DocumentFormat, KeptFile>>;
  /** File of the template with which the version was signed off. */
  templateFileId: string | null;
};

/** Schema of `finalVersions.snapshot`. */
const signedOff = z.object({
  protocol: protocolSchema,
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      position: z.nullable(z.string()),
      organization: z.nullable(z.string()),
    }),
  ),
  settings: z.prefault(documentSettings, {}),
});

/** Returns a version of a protocol that the reader may read; undefined if there is none. */
export async function findVersion(
  db: Db,
  which: { protocolId: string; reader: Reader; edition: number },
): Promise<FinalVersion | undefined> {
  const [row] = await db
    .select({ version: finalVersions })
    .from(finalVersions)
    .innerJoin(protocols, eq(protocols.id, finalVersions.protocolId))
    .where(
      and(
        eq(finalVersions.protocolId, which.protocolId),
        eq(finalVersions.edition, which.edition),
        whereReadableBy(which.reader, protocols.ownerId),
      ),
    );
  return row && versionOf(db, row.version);
}

/** Returns the version in force: the last one; undefined if it was reopened. */
export async function findVersionInForce(db: Db, protocolId: string): Promise<FinalVersion | undefined> {
  const [row] = await db
    .select()
    .from(finalVersions)
    .where(and(eq(finalVersions.protocolId, protocolId), isNull(finalVersions.reopenedFor)))
    .orderBy(desc(finalVersions.edition))
    .limit(1);
  return row && versionOf(db, row);
}

export async function getVersion(db: Db, id: string): Promise<FinalVersion | undefined> {
  const [row] = await db.select().from(finalVersions).where(eq(finalVersions.id, id));
  return row && versionOf(db, row);
}

/** Returns a version by its id together with the content as it was signed off; undefined if there is none. */
export async function getSignedOff(db: Db, id: string) {
  const [row] = await db.select().from(finalVersions).where(eq(finalVersions.id, id));
  return row && { ...(await signedOffBy(db, row.snapshot)), version: await versionOf(db, row) };
}

/** Returns every version of a protocol, newest first, and the ids of those whose files are not made yet. */
export async function listVersions(
  db: Db,
  protocolId: string,
): Promise<{ versions: ProtocolVersion[]; unmade: string[] }> {
  const rows = await db
    .select({ version: finalVersions, by: users.name, template: templateFiles.name })
    .from(finalVersions)
    .leftJoin(users, eq(users.id, finalVersions.createdById))
    .leftJoin(templateFiles, eq(templateFiles.id, finalVersions.templateFileId))
    .where(eq(finalVersions.protocolId, protocolId))
    .orderBy(desc(finalVersions.edition));
  const versions = rows.map(({ version, by, template }) => versionView(version, by, template));
  const unmade = rows.filter(({ version }) => !version.pdfSha256 || !version.docxSha256);
  return { versions, unmade: unmade.map(({ version }) => version.id) };
}

/** Returns a version as it was signed off; undefined if the protocol has no such edition. */
export async function readVersion(db: Db, which: Edition): Promise<SignedOffVersion | undefined> {
  const row = await findRow(db, which);
  if (!row) return undefined;
  const { protocol, people, settings } = await signedOffBy(db, row.version.snapshot);
  // The recording is left out: the protocol itself shows it, and the addresses in the snapshot have expired.
  const { video: _video, processing: _processing, recordings: _recordings, ...rest } = protocol;
  return { ...versionView(row.version, row.by, row.template), protocol: { ...rest, stage: 'final' }, people, settings };
}

type Edition = { protocolId: string; edition: number };

async function findRow(db: Db, { protocolId, edition }: Edition) {
  const [row] = await db
    .select({ version: finalVersions, by: users.name, template: templateFiles.name })
    .from(finalVersions)
    .leftJoin(users, eq(users.id, finalVersions.createdById))
    .leftJoin(templateFiles, eq(templateFiles.id, finalVersions.templateFileId))
    .where(and(eq(finalVersions.protocolId, protocolId), eq(finalVersions.edition, edition)));
  return row;
}

/** Stores the electronic signatures of a version; undefined if the protocol has no such edition. */
export async function noteSignatures(
  db: Db,
  which: Edition,
  signatures: SignatureMark[],
): Promise<ProtocolVersion | undefined> {
  const row = await findRow(db, which);
  if (!row) return undefined;
  await db.update(finalVersions).set({ signatures }).where(eq(finalVersions.id, row.version.id));
  return versionView({ ...row.version, signatures }, row.by, row.template);
}

/**
 * Stores the present print settings and the body's template with the version, so that later changes do not affect it.
 */
export async function freezeSettings(
  db: Db,
  { id, protocolId }: FinalVersion,
  settings: DocumentSettings,
): Promise<void> {
  const snapshot = sql`${finalVersions.snapshot} || ${JSON.stringify({ settings })}::jsonb`;
  const [template] = await db
    .select({ fileId: templates.fileId })
    .from(protocols)
    .innerJoin(bodies, eq(bodies.id, protocols.bodyId))
    .innerJoin(templates, eq(templates.id, bodies.templateId))
    .where(eq(protocols.id, protocolId))
    // The lock keeps the template from being replaced or deleted meanwhile.
    .for('share', { of: templates });
  const templateFileId = template?.fileId ?? null;
  await db.update(finalVersions).set({ snapshot, templateFileId }).where(eq(finalVersions.id, id));
}

/** Records the file of a version; returns false if it already has one, which stays. */
export async function noteFile(db: Db, id: string, format: DocumentFormat, file: KeptFile): Promise<boolean> {
  const { key, sha256 } = file;
  const [set, none] =
    format === 'pdf'
      ? [{ pdfKey: key, pdfSha256: sha256 }, isNull(finalVersions.pdfKey)]
      : [{ docxKey: key, docxSha256: sha256 }, isNull(finalVersions.docxKey)];
  const noted = await db
    .update(finalVersions)
    .set(set)
    .where(and(eq(finalVersions.id, id), none))
    .returning({ id: finalVersions.id });
  return noted.length > 0;
}

function versionView(
  version: typeof finalVersions.$inferSelect,
  by: string | null,
  template_name: string | null,
): ProtocolVersion {
  return {
    edition: version.edition,
    number: version.number,
    created_at: version.createdAt.toISOString(),
    created_by_name: by,
    reopened_for: version.reopenedFor,
    reopened_at: version.reopenedAt?.toISOString() ?? null,
    signatures: version.signatures,
    pdf_sha256: version.pdfSha256,
    docx_sha256: version.docxSha256,
    template_name,
  };
}

/** Fills in missing names: old snapshots have none for people without a name, who are now called by their address. */
async function signedOffBy(db: Db, snapshot: unknown): Promise<z.output<typeof signedOff>> {
  const version = z.parse(signedOff, snapshot);
  const nameless = version.people.filter(({ name }) => !name).map(({ id }) => id);
  const names = new Map((await peopleBy(db, nameless)).map(({ id, name }) => [id, name]));
  return {
    ...version,
    people: version.people.map((each) => ({ ...each, name: each.name || (names.get(each.id) ?? '') })),
  };
}

async function versionOf(db: Db, row: typeof finalVersions.$inferSelect): Promise<FinalVersion> {
  const { id, protocolId, edition, pdfKey, pdfSha256, docxKey, docxSha256 } = row;
  const { protocol, people, settings } = await signedOffBy(db, row.snapshot);
  const asSigned: Protocol = { ...protocol, stage: 'final' };
  return {
    id,
    protocolId,
    edition,
    input: { ...documentInput(asSigned, people), signatures: row.signatures },
    settings,
    templateFileId: row.templateFileId,
    files: {
      ...(pdfKey && pdfSha256 && { pdf: { key: pdfKey, sha256: pdfSha256 } }),
      ...(docxKey && docxSha256 && { docx: { key: docxKey, sha256: docxSha256 } }),
    },
  };
}
