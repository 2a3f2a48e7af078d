import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/platform/db/database.ts';
import { transcriptSegments } from '#server/schema/transcript-lines.ts';
import { transcripts } from '#server/schema/video.ts';

/** Stores a transcript of these lines, four seconds each, as the processing does; answers its id. */
export async function insertTranscript(db: Db, protocolId: string, texts: readonly string[]): Promise<string> {
  const id = uuidv7();
  await db.insert(transcripts).values({ id, protocolId, source: 'file' });
  await db.insert(transcriptSegments).values(
    texts.map((text, index) => ({
      ...{ transcriptId: id, id: `s${index}`, start: index * 4, end: index * 4 + 3, text },
      speaker: 'Иванов С. П.',
    })),
  );
  return id;
}

/** Lines of a short meeting: two questions, a decision and a task each, and some talk. */
export const meetingTalk = [
  'Добрый день, коллеги. Первый вопрос: смета на первый квартал.',
  'Расходы растут на восемь процентов из-за аренды второго склада.',
  'Решили: утвердить смету с сокращением командировок.',
  'Елене Викторовне поручаю подготовить отчёт по аренде, срок две недели.',
  'Второй вопрос: договор с подрядчиком. Подрядчик предложил рассрочку.',
  'Решили: согласовать договор на условиях рассрочки.',
];
