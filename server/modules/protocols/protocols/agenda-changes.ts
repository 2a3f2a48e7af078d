import { type AgendaItem, maxQuestions, type ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { Problem } from '#server/platform/problem/index.ts';

/**
 * Maximum size as JSON: far more than any meeting needs. All of it is processed whenever the protocol is read or
 * written.
 */
const maxBytes = 8 * 1024 ** 2;

/** Returns the body with the whole agenda instead of its changes, which apply to `before`, the version it names. */
export function withWholeAgenda(body: ProtocolUpdate, before: readonly AgendaItem[]): ProtocolUpdate {
  const { agenda_changes: changes, ...rest } = body;
  if (changes === undefined) return body;
  if (rest.agenda !== undefined) throw refused('Повестка передана дважды');
  if (rest.version === undefined) throw refused('Не указана версия, к которой относятся изменения повестки');
  const items = new Map([...before, ...changes.items].map((item) => [item.id, item]));
  const order = new Set(changes.order ?? items.keys());
  const agenda = [...order].map((id) => {
    const item = items.get(id);
    if (!item) throw refused('В порядке вопросов назван неизвестный вопрос');
    return item;
  });
  if (agenda.length > maxQuestions) throw refused(`В повестке больше ${maxQuestions} вопросов`);
  // An agenda that is already too long may still be shortened.
  const size = bytesOf(agenda);
  if (size > maxBytes && size > bytesOf(before))
    throw refused('Протокол стал слишком длинным. Вынесите материалы в приложения и сократите текст вопросов');
  return { ...rest, agenda };
}

function bytesOf(agenda: readonly AgendaItem[]): number {
  return Buffer.byteLength(JSON.stringify(agenda));
}

function refused(message: string): Problem {
  return new Problem('validation_failed', message, { agenda_changes: [message] });
}
