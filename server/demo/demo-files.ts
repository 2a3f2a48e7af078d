import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { titleOfFile } from '#contract/protocols/attachment.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import type { TopicKey } from './demo-plan.ts';
import type { DemoMeeting, DemoProtocol } from './demo-rows.ts';

/** A meeting's attachment, in the storage already. */
export type DemoFile = { id: string; meetingId: string; name: string; type: string; size: number; key: string };

type FilePlan = { name: string; type: string; text: (meeting: DemoMeeting) => string };

// A Russian Excel expects semicolons, and recognises UTF-8 by its byte order mark.
const sheet = (name: string, rows: (string | number)[][]): FilePlan => ({
  name,
  type: 'text/csv; charset=utf-8',
  text: () => `\ufeff${rows.map((row) => row.join(';')).join('\r\n')}\r\n`,
});

const demoFiles: Partial<Record<TopicKey, FilePlan>> = {
  budget: sheet('Смета на I квартал.csv', [
    ['Статья', 'Факт прошлого квартала, тыс. ₽', 'План, тыс. ₽'],
    ['Аренда складов', 4_200, 5_150],
    ['Индексация договоров', 1_900, 2_060],
    ['Командировки', 1_300, 1_144],
    ['Связь и видеосвязь', 310, 360],
    ['Договор с подрядчиком', 0, 2_400],
  ]),
  procurement: sheet('Предложения поставщиков.csv', [
    ['Поставщик', 'Цена за 1000 шт., ₽', 'Срок поставки, дней', 'Скидка при годовом объёме'],
    ['ООО «Картон-Юг»', 18_400, 5, '6 %'],
    ['ООО «Упаковка Центр»', 18_950, 4, '4 %'],
    ['ИП Рябов', 17_900, 12, 'нет'],
  ]),
  contracts: {
    name: 'Повестка.txt',
    type: 'text/plain; charset=utf-8',
    text: ({ title, place, description }) => `${title}\r\n${place}\r\n\r\n${description.replaceAll('\n', '\r\n')}\r\n`,
  },
};

/** Stores the files of these meetings, as an upload by a secretary would. */
export async function storeFiles(storage: Storage, meetings: readonly DemoMeeting[]): Promise<DemoFile[]> {
  const stored = meetings.map(async (meeting) => {
    const demoFile = demoFiles[meeting.topic];
    if (!demoFile) return [];
    const bytes = Buffer.from(demoFile.text(meeting));
    const { name, type } = demoFile;
    const file = { id: uuidv7(), meetingId: meeting.id, name, type, size: bytes.length };
    const key = `meetings/${meeting.id}/${file.id}`;
    await storage.put(key, bytes, type);
    return [{ ...file, key }];
  });
  return (await Promise.all(stored)).flat();
}

/** A file of a protocol's question, in the storage already. */
export type DemoAttachment = Omit<DemoFile, 'meetingId'> & {
  protocolId: string;
  agendaId: string | undefined;
  title: string;
  sha256: string;
};

/** Stores the attachments of the first question of the demo's main protocol, the one with a recording. */
export async function storeAttachments(storage: Storage, rows: readonly DemoProtocol[]): Promise<DemoAttachment[]> {
  const shown = rows.find(({ recording, topic }) => recording === 'whole' && demoFiles[topic]);
  const demoFile = shown && demoFiles[shown.topic];
  if (!demoFile) return [];
  const { name, type, text } = demoFile;
  const bytes = Buffer.from(text(shown.meeting));
  const id = uuidv7();
  const key = `attachments/${shown.id}/${id}`;
  await storage.put(key, bytes, type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { id, name, type, size: bytes.length, key, sha256, title: titleOfFile(name) };
  return [{ ...file, protocolId: shown.id, agendaId: shown.agenda[0]?.id }];
}

/** Returns the meetings that get files: those of the secretary in the last days and the coming ones. */
export function withPapers(meetings: readonly DemoMeeting[], now: Date): DemoMeeting[] {
  const since = now.getTime() - 7 * 24 * 60 * 60 * 1000;
  return meetings.filter((meeting) => meeting.owner === 'petrova' && new Date(meeting.startAt).getTime() > since);
}
