import { lockProtocol } from '#server/modules/protocols/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { findKeywordsInThread } from './analysis-thread.ts';
import { keepProposals, keepRun } from './findings-repository.ts';
import type { LanguageModel } from './language-model.ts';
import { type Summarised, summarise, type Work } from './summarise.ts';
import { changeSince, findSpeech, markKeywords, placedIn, type Speech } from './transcript-repository.ts';

export type AnalysisDeps = {
  database: Database;
  /** Undefined if no language model is connected. */
  model: LanguageModel | undefined;
  onError: (error: unknown) => void;
};

/** Result of an analysis: done, with a note for the person, or not done because there is no transcript. */
export type Outcome = { done: true; note?: string } | { done: false };

/**
 * Finds the keywords of a transcript, marks its lines, and stores the proposals that keywords and turns of speech
 * suggest.
 */
export async function analyseKeywords(
  { database }: AnalysisDeps,
  protocolId: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const analysed = await withCurrentTranscript(database, protocolId, async (now) => {
    const { hits, proposals } = await findKeywordsInThread(now, signal);
    return async (db) => {
      await markKeywords(db, now, hits);
      await keepProposals(db, protocolId, ['keyword', 'extract'], placedIn(now, proposals));
    };
  });
  if (!analysed) return { done: false };
  const none = analysed.speech.keywords.length === 0 && 'Ключевых слов пока нет: добавьте их в настройках';
  return { done: true, ...(none && { note: none }) };
}

/** How often a summary is made before one of a few corrections ago is good enough: a model may be slow, and paid for. */
const maxSummaries = 2;

/** Summarises a transcript; a language model also proposes items for the minutes. */
export async function analyseSummary(deps: AnalysisDeps, protocolId: string, work: Work): Promise<Outcome> {
  let result: Summarised | undefined;
  const runSummary = async (now: Speech) => {
    const found = await summarise(deps.model, now, work, deps.onError);
    result = found;
    return async (db: Db) => {
      const made = { ...found.made, points: placedIn(now, found.made.points) };
      await keepRun(db, protocolId, made, found.source);
      if (found.source === 'llm') await keepProposals(db, protocolId, ['llm'], placedIn(now, found.proposals));
    };
  };
  const analysed = await withCurrentTranscript(deps.database, protocolId, runSummary, maxSummaries);
  if (!analysed) return { done: false };
  const note = [result?.note, analysed.isBehind && behind].filter(Boolean).join('. ');
  return { done: true, ...(note && { note }) };
}

const behind = 'Последних исправлений расшифровки в итогах нет: когда закончите, составьте их ещё раз';

/**
 * Works on the transcript and stores the result; starts again if the lines or the keywords have changed meanwhile.
 * @param maxRuns after so many runs the result is stored although lines or keywords have changed once more
 * @returns the transcript that the result was made from, and whether it has changed since; undefined if there is none, or
 * the protocol was deleted
 */
async function withCurrentTranscript(
  { db }: Database,
  protocolId: string,
  work: (speech: Speech) => Promise<(db: Db) => Promise<void>>,
  maxRuns = Number.POSITIVE_INFINITY,
): Promise<{ speech: Speech; isBehind: boolean } | undefined> {
  for (let run = 1; ; run += 1) {
    const speech = await findSpeech(db, protocolId);
    if (!speech) return undefined;
    const keep = await work(speech);
    const change = await db.transaction(async (tx) => {
      await lockProtocol(tx, protocolId);
      const since = await changeSince(tx, protocolId, speech);
      const isKept = since === 'none' || (since !== 'transcripts' && run >= maxRuns);
      if (isKept) await keep(tx);
      return isKept ? since : undefined;
    });
    if (change) return { speech, isBehind: change === 'lines' };
  }
}
