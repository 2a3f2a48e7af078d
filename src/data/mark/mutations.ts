import { calls } from '#contract/calls.ts';
import type { Mark } from '#contract/protocols/mark.ts';
import { entities } from '#src/data/entities.ts';
import { protocolScope } from '#src/data/protocol-scope.ts';
import { formatTimecode } from '#src/format/index.ts';
import { defineMutation } from '#src/sync/index.ts';

const { mark: marks } = entities;

export interface MarkPlace {
  protocolId: string;
  mark: Mark;
}

interface MarkWords extends MarkPlace {
  text: string | null;
}

/** POST /protocols/{id}/marks with a client-generated id. */
export const createMark = defineMutation({
  name: 'mark.create',
  call: calls.createMark,
  prepare: ({ protocolId, mark }: MarkPlace) => ({
    scope: protocolScope(protocolId),
    subject: mark.id,
    creates: mark.id,
    title: markTitle(mark),
    params: { id: protocolId },
    body: { ...mark },
    needs: 'marks',
  }),
  changes: ({ protocolId, mark }) => [marks.create(mark.id, () => mark, { parent: protocolId })],
});

/** PUT /protocols/marks/{markId}: changes its text; null for none. */
export const updateMark = defineMutation({
  name: 'mark.update',
  call: calls.updateMark,
  prepare: ({ protocolId, mark, text }: MarkWords) => ({
    scope: protocolScope(protocolId),
    subject: mark.id,
    title: markTitle({ ...mark, text }),
    params: { markId: mark.id },
    body: { text },
  }),
  changes: ({ protocolId, mark, text }) => [
    marks.update(mark.id, (each) => ({ ...each, text }), { parent: protocolId }),
  ],
});

/** DELETE /protocols/marks/{markId}; a 404 counts as success. */
export const deleteMark = defineMutation({
  name: 'mark.delete',
  call: calls.deleteMark,
  prepare: ({ protocolId, mark }: MarkPlace) => ({
    scope: protocolScope(protocolId),
    subject: mark.id,
    title: `Удалить: ${markTitle(mark)}`,
    params: { markId: mark.id },
    successStatuses: [404],
  }),
  changes: ({ protocolId, mark }) => [marks.remove(mark.id, { parent: protocolId })],
  removed: ({ mark }) => ({ message: 'Отметка удалена', detail: markTitle(mark) }),
});

export const markMutations = [createMark, updateMark, deleteMark] as const;

/** «Отметка 12:31 «Спорное место»» */
function markTitle({ at, text }: Pick<Mark, 'at' | 'text'>): string {
  return `Отметка ${formatTimecode(at)}${text ? ` «${text}»` : ''}`;
}
