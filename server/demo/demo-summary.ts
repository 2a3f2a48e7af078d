import type { StoredPoint } from '#server/platform/db/index.ts';
import { type DemoRecording, evidenceOf } from './demo-recording.ts';

export type DemoSummary = { text: string; points: StoredPoint[] };

/** Words by which the recording's weightier sentences are found. */
const weighty = [
  'Расходы растут',
  'сократить командировки',
  'Решили: утвердить смету',
  'отчёт по аренде',
  'рассрочку без удорожания',
  'Решили: согласовать договор',
];

/** Returns an extractive summary, as the server makes it without a language model: sentences with their moments. */
export function summaryOf(recording: DemoRecording): DemoSummary {
  const points = weighty.flatMap((words): StoredPoint[] => {
    const evidence = evidenceOf(recording, words);
    return evidence?.quote ? [{ text: evidence.quote, evidence }] : [];
  });
  return { text: points.map((point) => point.text).join(' '), points };
}
