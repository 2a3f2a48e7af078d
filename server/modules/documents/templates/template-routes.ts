import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import { docxTypes } from '#contract/documents/document.ts';
import { titleOfFile } from '#contract/protocols/attachment.ts';
import { newId } from '#server/platform/db/index.ts';
import { checkAttachedFiles } from '#server/platform/files/index.ts';
import {
  contentDisposition,
  type RouteDeps,
  routesOf,
  type UploadedFile,
  type Write,
} from '#server/platform/http/index.ts';
import { invalidField, Problem } from '#server/platform/problem/index.ts';
import { type KeepStored, type Storage, withStoredFiles } from '#server/platform/storage/index.ts';
import { readTemplateFile } from './print-by-template.ts';
import { TemplateRefusal } from './template-problems.ts';
import {
  assertRoom,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  type NewTemplateFile,
  showTemplate,
  updateTemplate,
} from './template-repository.ts';
import type { TemplateWriter } from './template-writer.ts';

export type TemplateDeps = RouteDeps & { clock: () => Date; storage: Storage; templates: TemplateWriter };

/** An uploaded file that passed the checks and is already in the storage; `file` is undefined if none was sent. */
type Prepared = { file: NewTemplateFile; keep: KeepStored } | { file: undefined };

/** Registers the calls for the organization's templates: administrators manage them, secretaries read and try them. */
export function registerTemplates(app: FastifyInstance, deps: TemplateDeps): void {
  const { clock, storage, templates } = deps;
  const { db: database } = deps.database;
  const route = routesOf(app, deps);

  async function withFile<T>(files: readonly UploadedFile[], write: (prepared: Prepared) => Promise<T>): Promise<T> {
    const [came] = files;
    if (!came) return write({ file: undefined });
    await checkTemplate(came, templates);
    const [attached] = await checkAttachedFiles('templates', files);
    if (!attached) return write({ file: undefined });
    const { id, name, size, key } = attached;
    const file = { id, name, size, sha256: came.sha256, storageKey: key };
    return withStoredFiles({ db: database, storage, clock }, [attached], (keep) => write({ file, keep }));
  }

  route(calls.listTemplates, ({ db }) => listTemplates(db));

  route(
    calls.createTemplate,
    async ({ db, files }, write: Write<Prepared>) => {
      if (files.length === 0) throw invalidField('file', 'Выберите файл');
      await assertRoom(db);
      return withFile(files, write);
    },
    async ({ body, db, prepared, reply, user }) => {
      if (!prepared.file) throw invalidField('file', 'Выберите файл');
      const id = newId(body.id);
      const name = body.name ?? titleOfFile(prepared.file.name);
      await createTemplate(db, { id, name, userId: user.id }, prepared.file, clock());
      await prepared.keep(db);
      reply.code(201);
      return showTemplate(db, id);
    },
  );

  route(
    calls.updateTemplate,
    async ({ db, files, params }, write: Write<Prepared>) => {
      await getTemplate(db, params.id);
      return withFile(files, write);
    },
    async ({ body, db, params, prepared, user }) => {
      await getTemplate(db, params.id);
      await updateTemplate(db, { id: params.id, name: body.name, userId: user.id }, prepared.file, clock());
      if (prepared.file) await prepared.keep(db);
      return showTemplate(db, params.id);
    },
  );

  route(calls.deleteTemplate, async ({ db, params }) => {
    await getTemplate(db, params.id);
    await deleteTemplate(db, params.id, clock());
  });

  route(calls.getTemplateFile, async ({ db, params, reply }) => {
    const { file } = await getTemplate(db, params.id);
    return sendDocx(reply, file.name, await readTemplateFile(storage, file));
  });

  route(calls.getTemplateExample, async ({ db, params, reply }) => {
    const { name, file } = await getTemplate(db, params.id);
    const bytes = await readTemplateFile(storage, file);
    const filled = await templates.example(bytes).catch((cause: unknown) => {
      throw new Problem('document_failed', 'Не удалось заполнить шаблон. Попробуйте ещё раз', undefined, {
        cause,
      });
    });
    return sendDocx(reply, `${name} (пример).docx`, filled);
  });

  route(calls.getTemplateSample, async ({ reply }) =>
    sendDocx(reply, 'Образец шаблона протокола.docx', await templates.sample()),
  );
}

/** Throws a 422 for the file's field that lists everything wrong with it. */
async function checkTemplate({ name, path, size, field }: UploadedFile, templates: TemplateWriter): Promise<void> {
  if (size === 0) throw invalidField(field, 'Файл пустой');
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase();
  const refusal = extension === 'docx' ? undefined : (otherKinds[extension ?? ''] ?? otherKind);
  if (refusal) throw invalidField(field, refusal);
  await templates.check(await readFile(path)).catch((error: unknown) => {
    if (!(error instanceof TemplateRefusal)) throw tooSlow(error);
    // Only one message per field is shown, so it has one line for each problem.
    throw invalidField(field, error.problems.join('\n'));
  });
}

const otherKind = 'Нужен файл DOCX: сохраните шаблон в Word как «Документ Word (*.docx)»';
const otherKinds: Record<string, string> = {
  docm: 'В файле DOCM могут быть макросы, их мы не принимаем: сохраните его как «Документ Word (*.docx)»',
  dotm: 'В файле DOTM могут быть макросы, их мы не принимаем: сохраните его как «Документ Word (*.docx)»',
};

function tooSlow(cause: unknown): Problem {
  const words = 'Шаблон не удалось прочитать: он слишком сложный. Уберите лишнее и выберите файл ещё раз';
  return new Problem('validation_failed', words, { file: [words] }, { cause });
}

function sendDocx(reply: FastifyReply, name: string, bytes: Uint8Array): FastifyReply {
  return reply
    .type(docxTypes[0])
    .header('content-disposition', contentDisposition('attachment', name))
    .header('cache-control', 'private, no-cache')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
