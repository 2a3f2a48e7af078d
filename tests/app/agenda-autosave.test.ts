import { renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { createAgendaAutosave, itemDrafts } from '#src/features/protocol/editing/agenda-autosave.ts';
import { type AgendaForm, agendaFormOf } from '#src/features/protocol/editing/agenda-form.ts';
import type { AgendaWriter } from '#src/features/protocol/editing/agenda-writer.ts';

const question: AgendaItem = { id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить' }] };
const place = { userId: '7', protocolId: 'p1' };
const decision = (text: string) => ({ decisions: [{ text }] });

/** Drafts that the device keeps of this protocol, the newest first. */
const left = () => itemDrafts.readAll(place);

afterEach(() => void vi.useRealTimers());

/** Creates an autosave over a real form; its writes are kept once `go` is called. */
function open(momentNow: () => Evidence | undefined = () => undefined, item = question) {
  const { result } = renderHook(() => useForm<AgendaForm>({ defaultValues: agendaFormOf(item, () => undefined) }));
  const form = result.current;
  const written: string[] = [];
  const items: (AgendaItem | undefined)[] = [];
  const waiting: (() => void)[] = [];
  const save = ({ change }: { change: { agenda?: AgendaItem[] | null | undefined } }) => {
    written.push(change.agenda?.[0]?.decisions?.[0]?.text ?? '');
    items.push(change.agenda?.[0]);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const autosave = createAgendaAutosave({
    place,
    itemId: 'a1',
    writer: { save } as unknown as AgendaWriter,
    base: { id: 'p1', version: 1, agenda: [item] },
    fields: { values: () => form.getValues(), check: () => undefined, clear: () => undefined },
    onTyped: () => undefined,
    newSession: () => 's1',
    momentNow,
  });
  const type = (text: string) => {
    form.setValue('decisions.0.text', text);
    autosave.touch(structuredClone(form.getValues()));
  };
  const retitle = (title: string) => form.setValue('title', title);
  return { autosave, written, items, type, retitle, go: () => waiting.shift()?.() };
}

test('a decision edited while it is being saved is not shown as saved, and is saved after the pause', async () => {
  vi.useFakeTimers();
  const { autosave, written, type, go } = open();
  type('Утвердить смету');
  const saved = autosave.save(false);
  await vi.advanceTimersByTimeAsync(0);
  type('Утвердить смету целиком');
  // A tab that crashes at this point does not know whether the draft was kept; after `go` it does.
  expect(left()[0]).toMatchObject({ base: { item: question }, leaving: decision('Утвердить смету') });
  go();
  expect(await saved).toBe(false);
  expect(autosave.view().phase).toBe('typed');
  expect(left()[0]).toMatchObject({
    base: { item: decision('Утвердить смету') },
    form: decision('Утвердить смету целиком'),
  });
  await vi.advanceTimersByTimeAsync(2_000);
  go();
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual(['Утвердить смету', 'Утвердить смету целиком']);
  expect(autosave.view().phase).toBe('saved');
  expect(left()[0]).toBeUndefined();
});

test('a decision that stayed empty for a save comes back with its moment', async () => {
  vi.useFakeTimers();
  const decisions = [{ id: 'd1', text: 'Утвердить', evidence: { start: 760 } }];
  const { items, type, go } = open(undefined, { ...question, decisions });
  for (const text of ['', 'Отклонить', '', '', 'Отложить']) {
    type(text);
    await vi.advanceTimersByTimeAsync(2_000);
    go();
    await vi.advanceTimersByTimeAsync(0);
  }
  const moment = { evidence: { start: 760 } };
  expect(items.map((each) => each?.decisions)).toMatchObject([[], [moment], [], [], [{ text: 'Отложить', ...moment }]]);
});

test('continuous typing is saved after half a minute, and then every half minute or at a pause', async () => {
  vi.useFakeTimers();
  const { written, type, go } = open();
  const typeOn = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      type('а'.repeat(at + 1));
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  await typeOn(0, 29);
  expect(written).toEqual([]);
  await typeOn(29, 31);
  expect(written).toEqual(['а'.repeat(30)]);
  go();
  await typeOn(31, 58);
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(written).toEqual(['а'.repeat(30), 'а'.repeat(58)]);
});

test('a draft whose moment is invalid keeps its text', () => {
  vi.useFakeTimers();
  const { autosave, type } = open(() => ({ start: -140, recording_id: 'r1' }));
  type('Утвердить смету');
  expect(left()[0]).toMatchObject({ form: decision('Утвердить смету') });
  autosave.forget();
});

test('saving a question in one tab keeps the unsaved draft of it in another tab', async () => {
  vi.useFakeTimers();
  const other = open();
  other.retitle('');
  other.type('Два абзаца, которых больше нигде нет');
  await other.autosave.save(false);
  expect(other.autosave.view().phase).toBe('invalid');
  await vi.advanceTimersByTimeAsync(1_000);
  const { autosave, type, go } = open();
  type('Утвердить смету');
  expect(left()).toMatchObject(
    [decision('Утвердить смету'), decision('Два абзаца, которых больше нигде нет')].map((form) => ({ form })),
  );
  const saved = autosave.save(false);
  await vi.advanceTimersByTimeAsync(0);
  go();
  expect(await saved).toBe(true);
  expect(left()).toMatchObject([{ form: decision('Два абзаца, которых больше нигде нет') }]);
  expect(other.autosave.isOnDevice()).toBe(true);
  other.retitle('О смете');
  other.type('Два абзаца');
  const savedToo = other.autosave.save(false);
  await vi.advanceTimersByTimeAsync(0);
  other.go();
  expect(await savedToo).toBe(true);
  expect(left()).toEqual([]);
});
