import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { type FormattedText, maxOfFormatted, plainText } from '#contract/protocols/formatted-text.ts';
import { type AgendaForm, agendaFormOf } from '#src/features/protocol/editing/agenda-form.ts';
import { writtenField } from '#src/features/protocol/editing/written-field.ts';
import type { PassageEditor } from '#src/features/protocol/passages/editor/open-editor.ts';
import { passageInWriting } from '#src/features/protocol/passages/formats.ts';
import { FormattedField } from '#src/features/protocol/passages/formatted-field.tsx';
import { PassageField } from '#src/features/protocol/passages/passage-field.tsx';

// jsdom has no layout.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const bold: FormattedText = [{ kind: 'paragraph', pieces: [{ text: 'Расходы ' }, { text: 'выросли', bold: true }] }];
const list: FormattedText = [{ kind: 'bullet', level: 0, pieces: [{ text: 'Доходы' }] }];
const itemOf = (blocks: FormattedText) => ({ id: 'a1', listened: plainText(blocks), listened_blocks: blocks });

/** Renders the field in a form of the question. */
function open(blocks: FormattedText) {
  const defaultValues = agendaFormOf(itemOf(blocks), () => undefined);
  const { result } = renderHook(() => useForm<AgendaForm>({ defaultValues }));
  const form = result.current;
  const ref: { current: PassageEditor | null } = { current: null };
  const inForm = (field: ReactNode) => <FormProvider {...form}>{field}</FormProvider>;
  const passage = { apply: vi.fn(), askLink: vi.fn() };
  const more = { className: undefined, error: undefined, describedBy: undefined, begin: undefined, passage };
  render(inForm(<FormattedField ref={ref} place="listened" label="Слушали" {...more} />));
  const field = screen.getByRole('textbox', { name: 'Слушали' });
  return { form, field, editor: () => ref.current as PassageEditor };
}

test('input is stored in the form as text, and as blocks only if it has formatting', () => {
  const { form, field, editor } = open(bold);
  act(() => writtenField(field)?.type(', и ', 0));
  expect(form.getValues('listened')).toBe(', и Расходы выросли');
  expect(form.getValues('formats.listened')).toEqual([
    { kind: 'paragraph', pieces: [{ text: ', и Расходы ' }, { text: 'выросли', bold: true }] },
  ]);
  act(() => editor().select(0, 100));
  act(() => editor().apply('bold'));
  act(() => editor().apply('bold'));
  expect(form.getValues('formats.listened')).toBeUndefined();
  expect(form.getValues('listened')).toBe(', и Расходы выросли');
});

test('a text set by the form, as by an undo, replaces the content and does not count as typed', () => {
  const { form, field } = open(bold);
  act(() => form.reset(agendaFormOf(itemOf(list), () => undefined)));
  expect(field.querySelector('li')).toHaveTextContent('Доходы');
  expect(form.getValues('formats.listened')).toEqual(list);
  act(() => form.reset(agendaFormOf({ id: 'a1', listened: 'Одни слова' }, () => undefined)));
  expect(field).toHaveTextContent('Одни слова');
});

test('formatting beyond the limit is reported as lost, and the text is kept', () => {
  const { form, field, editor } = open(bold);
  const html = `<ul>${'<li>п</li>'.repeat(maxOfFormatted.blocks)}</ul>`;
  act(() => editor().paste({ html, text: '' }));
  expect(screen.getByText(/Оформление слишком велико/)).toBeVisible();
  expect(form.getValues('formats.listened')).toBeUndefined();
  expect(form.getValues('listened').split('\n').length).toBeGreaterThan(maxOfFormatted.blocks);
  expect(field.querySelectorAll('li')).toHaveLength(maxOfFormatted.blocks);
});

/** Renders the field as a question does, plain or formatted. */
function openPassage(blocks: FormattedText) {
  const defaultValues = agendaFormOf(itemOf(blocks), () => undefined);
  const { result } = renderHook(() => useForm<AgendaForm>({ defaultValues }));
  const own = { className: undefined, error: undefined };
  const { unmount } = render(
    <FormProvider {...result.current}>
      <PassageField place="listened" label="Слушали" {...own} />
    </FormProvider>,
  );
  return { form: result.current, unmount, field: () => screen.getByRole('textbox', { name: 'Слушали' }) };
}

test('the field is not replaced under the caret when its last formatting is removed', async () => {
  const { form, field } = openPassage(bold);
  await waitFor(() => expect(field()).toHaveAttribute('contenteditable', 'true'));
  const press = (code: string, key: string) =>
    fireEvent.keyDown(field(), { code, key, keyCode: key.charCodeAt(0), ctrlKey: true });
  press('KeyA', 'A');
  press('KeyB', 'B');
  press('KeyB', 'B');
  expect(form.getValues('formats.listened')).toBeUndefined();
  expect(field()).toHaveAttribute('contenteditable', 'true');
  expect(field()).toHaveTextContent('Расходы выросли');
});

test('a passage that is unmounted is no longer the passage being edited', async () => {
  const { field, unmount } = openPassage(bold);
  await waitFor(() => expect(field()).toHaveAttribute('contenteditable', 'true'));
  act(() => field().focus());
  expect(passageInWriting.getState().passage).toBeDefined();
  unmount();
  expect(passageInWriting.getState().passage).toBeUndefined();
});
