import { lockProtocol } from '#server/modules/protocols/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { findKeywordsInThread } from './analysis-thread.ts';
import { keepProposals, keepRun } from './findings-repository.ts';
import type { LanguageModel } from './language-model.ts';
import { type Summarised, summarise, type Work } from './summarise.ts';
import { findSpeech, isOutdated, markKeywords, placedIn, type Speech } from './transcript-repository.ts';

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
  const speech = await withCurrentTranscript(database, protocolId, async (now) => {
    const { hits, proposals } = await findKeywordsInThread(now, signal);
    return async (db) => {
      await markKeywords(db, now, hits);
      await keepProposals(db, protocolId, ['keyword', 'extract'], placedIn(now, proposals));
    };
  });
  if (!speech) return { done: false };
  const none = speech.keywords.length === 0 && 'Ключевых слов пока нет: добавьте их в настройках';
  return { done: true, ...(none && { note: none }) };
}

/** Summarises a transcript; a language model also proposes items for the minutes. */
export async function analyseSummary(deps: AnalysisDeps, protocolId: string, work: Work): Promise<Outcome> {
  let result: Summarised | undefined;
  const speech = await withCurrentTranscript(deps.database, protocolId, async (now) => {
    const found = await summarise(deps.model, now, work, deps.onError);
    result = found;
    return async (db) => {
      const made = { ...found.made, points: placedIn(now, found.made.points) };
      await keepRun(db, protocolId, made, found.source);
      if (found.source === 'llm') await keepProposals(db, protocolId, ['llm'], placedIn(now, found.proposals));
    };
  });
  if (!speech) return { done: false };
  return { done: true, ...(result?.note && { note: result.note }) };
}

/**
 * Works on the transcript and stores the result; starts again if the lines or the keywords have changed meanwhile.
 * @returns the transcript; undefined if there is none, or the protocol was deleted
 */
async function withCurrentTranscript(
  { db }: Database,
  protocolId: string,
  work: (speech: Speech) => Promise<(db: Db) => Promise<void>>,
): Promise<Speech | undefined> {
  for (;;) {
    const speech = await findSpeech(db, protocolId);
    if (!speech) return undefined;
    const keep = await work(speech);
    const isKept = await db.transaction(async (tx) => {
      await lockProtocol(tx, protocolId);
      if (await isOutdated(tx, protocolId, speech)) return false;
      await keep(tx);
      return true;
    });
    if (isKept) return speech;
  }
}
