import * as z from 'zod/mini';
import type { SummaryPoint } from './extract-summary.ts';
import type { Found } from './find-proposals.ts';
import { BrokenAnswer } from './language-model.ts';
import { evidenceOf, type Segment } from './segment.ts';

/** Lines that a model may refer to, by their numbers in the prompt. */
export type NumberedSegments = ReadonlyMap<number, Segment>;

/** As many as a summary may have. */
const mostFindings = 200;

const finding = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  lines: z.catch(z.array(z.union([z.number(), z.string()])), []),
});
// A malformed finding is left out, the others stay.
const list = z.pipe(
  z.catch(z.array(z.catch(z.nullable(finding), null)), []),
  z.transform((all) => all.filter((each) => each !== null).slice(0, mostFindings)),
);
const answer = z.object({
  text: z.catch(z.string().check(z.trim(), z.maxLength(10_000)), ''),
  points: list,
  questions: list,
  decisions: list,
  tasks: list,
});

export type ModelFindings = { text: string; points: SummaryPoint[]; proposals: Found[] };

/**
 * Returns the findings of a model, each with its moment. Line numbers and times that are not in the transcript are
 * dropped, and so are findings left without any.
 * @throws BrokenAnswer if nothing is left
 */
export function readModelAnswer(json: unknown, lines: NumberedSegments): ModelFindings {
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new BrokenAnswer('The model answered something else than what was asked for');
  const placed = (all: z.output<typeof list>) =>
    all.flatMap(({ text, lines: named }): SummaryPoint[] => {
      const found = new Set(named.flatMap((each) => lineOf(each, lines) ?? []));
      const segments = [...found].sort((one, other) => one.start - other.start);
      return segments.length > 0 ? [{ text, evidence: evidenceOf(segments) }] : [];
    });
  const { text, points, questions, decisions, tasks } = parsed.data;
  const proposed = (kind: Found['kind'], all: z.output<typeof list>) =>
    placed(all).map((each): Found => ({ ...each, kind, source: 'llm' }));
  const found = placed(points).sort((one, other) => one.evidence.start - other.evidence.start);
  if (found.length === 0) throw new BrokenAnswer('No point of the model’s answer has a moment in the transcript');
  const proposals = [
    ...proposed('question', questions),
    ...proposed('decision', decisions),
    ...proposed('task', tasks),
  ];
  return { text, points: found, proposals };
}

/** Returns a line by its number, «[12]», or by its start time, «00:12:05». */
function lineOf(named: string | number, lines: NumberedSegments): Segment | undefined {
  const text = String(named).replace(/[[\]\s№]/g, '');
  if (/^\d+$/.test(text)) return lines.get(Number(text));
  const parts = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const seconds = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  return [...lines.values()].find(({ start }) => Math.floor(start) === seconds);
}
