import { and, asc, eq, getTableColumns, notExists, sql } from 'drizzle-orm';
import type { Template } from '#contract/documents/template.ts';
import { maxTemplates } from '#contract/documents/template.ts';
import { conflictExplainer, type Db, idConflict } from '#server/platform/db/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { users } from '#server/schema/people.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { templateFiles, templates } from '#server/schema/templates.ts';

export type TemplateFileRow = typeof templateFiles.$inferSelect;

/** A file that is already in the storage. */
export type NewTemplateFile = Omit<TemplateFileRow, 'createdById' | 'createdAt'>;

const explainConflict = conflictExplainer({ templates_pkey: idConflict });
/** Time for which an unreferenced file is kept, since a queued mail may still need it. */
const retentionMs = 7 * 24 * 3_600_000;

/** Returns all templates in alphabetical order. */
export async function listTemplates(db: Db): Promise<Template[]> {
  const rows = await db
    .select({
      id: templates.id,
      name: templates.name,
      file: getTableColumns(templateFiles),
      by: users.name,
      bodies: db.$count(bodies, eq(bodies.templateId, templates.id)),
    })
    .from(templates)
    .innerJoin(templateFiles, eq(templateFiles.id, templates.fileId))
    .leftJoin(users, eq(users.id, templateFiles.createdById))
    .orderBy(asc(templates.id));
  return rows
    .map(({ id, name, file, by, bodies: bodies_total }) => ({
      ...{ id, name, file_name: file.name, size: file.size, bodies_total },
      created_at: file.createdAt.toISOString(),
      created_by_name: by,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'ru'));
}

export async function showTemplate(db: Db, id: string): Promise<Template> {
  const found = (await listTemplates(db)).find((each) => each.id === id);
  if (!found) throw unknown();
  return found;
}

/** Throws a 422 if the maximum number of templates is reached. */
export async function assertRoom(db: Db): Promise<void> {
  if ((await db.$count(templates)) >= maxTemplates)
    throw invalidField('file', `Можно завести не больше ${maxTemplates} шаблонов: удалите ненужные`);
}

/** Creates the template under the client's id. Throws a 409 if the id is taken. */
export async function createTemplate(
  db: Db,
  { id, name, userId }: { id: string; name: string; userId: string },
  file: NewTemplateFile,
  now: Date,
): Promise<void> {
  await db.insert(templateFiles).values({ ...file, createdById: userId, createdAt: now });
  await db.insert(templates).values({ id, name, fileId: file.id, createdAt: now }).catch(explainConflict);
}

/** Changes the name of a template, its file, or both. */
export async function updateTemplate(
  db: Db,
  { id, name, userId }: { id: string; name: string | undefined; userId: string },
  file: NewTemplateFile | undefined,
  now: Date,
): Promise<void> {
  if (file) await db.insert(templateFiles).values({ ...file, createdById: userId, createdAt: now });
  const set = { ...(name !== undefined && { name }), ...(file && { fileId: file.id }) };
  if (Object.keys(set).length > 0) await db.update(templates).set(set).where(eq(templates.id, id));
  await removeUnusedFiles(db, now);
}

/** Deletes the template. Its bodies print in the usual form from then on; signed-off versions stay as they are. */
export async function deleteTemplate(db: Db, id: string, now: Date): Promise<void> {
  await db.delete(templates).where(eq(templates.id, id));
  await removeUnusedFiles(db, now);
}

/** Returns a template with its present file; throws a 404 if there is none. */
export async function getTemplate(db: Db, id: string): Promise<{ name: string; file: TemplateFileRow }> {
  const [found] = await db
    .select({ name: templates.name, file: getTableColumns(templateFiles) })
    .from(templates)
    .innerJoin(templateFiles, eq(templateFiles.id, templates.fileId))
    .where(eq(templates.id, id));
  if (!found) throw unknown();
  return found;
}

/** Returns the template chosen by the body of the protocol. */
export async function templateOfProtocol(
  db: Db,
  protocolId: string,
): Promise<{ name: string; file: TemplateFileRow } | undefined> {
  const [found] = await db
    .select({ name: templates.name, file: getTableColumns(templateFiles) })
    .from(protocols)
    .innerJoin(bodies, eq(bodies.id, protocols.bodyId))
    .innerJoin(templates, eq(templates.id, bodies.templateId))
    .innerJoin(templateFiles, eq(templateFiles.id, templates.fileId))
    .where(eq(protocols.id, protocolId));
  return found;
}

export async function findTemplateFile(db: Db, fileId: string): Promise<TemplateFileRow | undefined> {
  const [file] = await db.select().from(templateFiles).where(eq(templateFiles.id, fileId));
  return file;
}

/** Removes the files that neither a template nor a signed-off version has any more. */
async function removeUnusedFiles(db: Db, now: Date): Promise<void> {
  const unused = and(
    notExists(db.select({ one: sql`1` }).from(templates).where(eq(templates.fileId, templateFiles.id))),
    notExists(db.select({ one: sql`1` }).from(finalVersions).where(eq(finalVersions.templateFileId, templateFiles.id))),
  );
  // A version being signed off locks its file: this waits for it, and the deletion checks again.
  await db.select({ id: templateFiles.id }).from(templateFiles).where(unused).for('update');
  const removed = await db.delete(templateFiles).where(unused).returning({ key: templateFiles.storageKey });
  const keys = removed.map(({ key }) => key);
  await discardFiles(db, keys, new Date(now.getTime() + retentionMs));
}

const unknown = () => notFound('Такого шаблона нет');
