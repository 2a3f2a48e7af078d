import { extractSummaryInThread } from './analysis-thread.ts';
import type { MadeSummary } from './extract-summary.ts';
import type { Found } from './find-proposals.ts';
import { type LanguageModel, modelFailure } from './language-model.ts';
import { summariseByModel } from './model-summary.ts';
import type { Speech } from './transcript-repository.ts';

export type Work = { signal: AbortSignal; progress: (percent: number) => void };
export type Summarised = {
  made: MadeSummary;
  source: 'extract' | 'llm';
  proposals: Found[];
  /** Note for the person about how the summary was made. */
  note?: string;
};

/** Returns the summary by the language model if one is connected and answers, else by the most important sentences. */
export async function summarise(
  model: LanguageModel | undefined,
  { lines, keywords }: Speech,
  work: Work,
  onError: (error: unknown) => void,
): Promise<Summarised> {
  let note: string | undefined;
  if (model) {
    try {
      const { proposals, ...made } = await summariseByModel(model, lines, work);
      return { made, source: 'llm', proposals };
    } catch (error) {
      if (work.signal.aborted) throw error;
      onError(error);
      note = `Языковая модель ${await modelFailure(error)}: итоги выбраны из расшифровки`;
    }
  }
  const made = await extractSummaryInThread(lines, keywords, work.signal);
  return { made, source: 'extract', proposals: [], ...(note && { note }) };
}
