import { expect, test } from 'vitest';
import { agendaForm, agendaFormOf, agendaItemOf } from './agenda-form.ts';
import { nameOnly } from './protocol-form.ts';

const nobody = () => undefined;
const item = {
  id: 'a1',
  title: 'О смете',
  speaker_id: 'u2',
  speaker_name: 'Орлова Е. В.',
  listened: 'Расходы растут.',
  discussion: null,
  decisions: [
    { id: 'd1', text: 'Утвердить', evidence: { start: 760 } },
    { id: 'd2', text: 'Проверить' },
  ],
  votes: { for: 6, against: 0, abstained: null },
  colour: 'red',
};

test('an item keeps everything that its form does not show', () => {
  const form = agendaFormOf(item, () => 'Орлова Елена Викторовна');
  expect(form.speaker).toEqual([{ id: 'u2', name: 'Орлова Елена Викторовна' }]);
  expect(agendaItemOf(item, agendaForm.parse(form), 'new')).toEqual(item);
});

test('an emptied decision is removed, the others keep their moment', () => {
  const form = agendaFormOf(item, nobody);
  form.decisions[1] = { id: 'd2', text: '  ' };
  expect(agendaItemOf(item, agendaForm.parse(form), 'new').decisions).toEqual([item.decisions[0]]);
});

test('a decision with votes but no text is kept, one with neither is not', () => {
  const form = agendaForm.parse(agendaFormOf(item, nobody));
  const decisions = ['d3', 'd4'].map((id) => ({ id, text: '' }));
  const voted = { ...form, decisions, decisionVotes: { d3: { for: 5 }, d4: { for: null } } };
  expect(agendaItemOf(item, voted, 'new').decisions).toEqual([{ id: 'd3', text: '', votes: { for: 5 } }]);
});

test('one text for the whole item stays one text', () => {
  const base = { id: '5', title: 'О смете', decision: 'Утвердить' };
  const form = agendaFormOf(base, nobody);
  expect(form.decisions.map(({ text }) => text)).toEqual(['Утвердить']);
  const decisions = [...form.decisions, { id: 'x', text: 'Проверить' }];
  expect(agendaItemOf(base, { ...form, decisions }, 'new')).toMatchObject({ decision: 'Утвердить\nПроверить' });
});

test('a speaker without an account keeps the name until another is chosen', () => {
  const base = { id: 'a1', title: 'О смете', speaker_name: 'Петров П. П.' };
  const form = agendaFormOf(base, nobody);
  expect(form.speaker[0]?.name).toBe('Петров П. П.');
  expect(agendaItemOf(base, form, 'new').speaker_name).toBe('Петров П. П.');
  const chosen = { ...form, speaker: [{ id: 'u1', name: 'Иванов' }] };
  expect(agendaItemOf(base, chosen, 'new')).toMatchObject({ speaker_id: 'u1', speaker_name: null });
});

test('a speaker who is only a name takes the place of a user, and of another name', () => {
  const guest = { id: nameOnly, name: 'Гость П. И.' };
  const named = { id: 'a1', title: 'О смете', speaker_name: 'Петров П. П.' };
  for (const base of [item, named, undefined]) {
    const form = { ...agendaFormOf(base, nobody), speaker: [guest] };
    expect(agendaItemOf(base, form, 'new')).toMatchObject({ speaker_id: null, speaker_name: 'Гость П. И.' });
  }
});

test('the name of a speaker is removed together with the speaker', () => {
  const form = agendaFormOf(item, nobody);
  const another = agendaItemOf(item, { ...form, speaker: [{ id: 'u1', name: 'Иванов' }] }, 'new');
  expect(another).toMatchObject({ speaker_id: 'u1', speaker_name: null });
  expect(agendaItemOf(item, { ...form, speaker: [] }, 'new')).toMatchObject({ speaker_id: null, speaker_name: null });
});

test('votes are whole numbers, or none at all', () => {
  const form = agendaFormOf(undefined, nobody);
  expect(agendaItemOf(undefined, form, 'new')).toMatchObject({ id: 'new', votes: null });
  const odd = agendaForm.safeParse({ ...form, title: 'О смете', votes: { ...form.votes, for: 'шесть' } });
  expect(odd.error?.issues[0]).toMatchObject({ path: ['votes', 'for'], message: 'Целое число' });
});

test('the formatting of a text is kept until another text is typed', () => {
  const listened_blocks = [{ kind: 'paragraph' as const, pieces: [{ text: 'Расходы растут.', bold: true }] }];
  const base = { ...item, listened_blocks };
  const form = agendaFormOf(base, nobody);
  expect(agendaItemOf(base, agendaForm.parse(form), 'new').listened_blocks).toEqual(listened_blocks);
  expect(agendaItemOf(base, { ...form, listened: 'Расходы упали.' }, 'new').listened_blocks).toBeNull();
  expect(agendaItemOf(item, agendaFormOf(item, nobody), 'new')).not.toHaveProperty('listened_blocks');
});
