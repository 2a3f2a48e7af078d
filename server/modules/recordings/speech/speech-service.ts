import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import OpenAI from 'openai';
import * as z from 'zod/mini';
import type { ModelService } from '#server/platform/http/index.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import type { EmbeddedSpeech } from './embedded/embedded-speech-service.ts';
import { explainSpeechError, SpeechFailure } from './speech-failure.ts';

/** Speech recognition by a service or on this machine. */
export type SpeechService = RemoteSpeech | EmbeddedSpeech;

/** A service called over the network. */
export type RemoteSpeech = {
  place: 'service';
  /**
   * Returns the lines spoken in a Russian sound file; times are seconds from its beginning.
   * @param hint words that are likely to be said
   * @throws SpeechFailure with the cause in Russian, after several attempts where those may help
   */
  transcribe(path: string, hint: string, signal: AbortSignal): Promise<SpokenSegment[]>;
};

/** Time limit for an answer, and the pauses before each further attempt, in milliseconds. */
export type Patience = { answerMs: number; pausesMs: readonly number[] };
// Node itself gives up after five minutes.
const usual: Patience = { answerMs: 280_000, pausesMs: [1_000, 5_000, 20_000] };
const longestPauseMs = 60_000;

const answer = z.object({
  segments: z.array(
    z.object({
      start: z.number().check(z.gte(0)),
      end: z.number(),
      text: z.string(),
      no_speech_prob: z.optional(z.nullable(z.number())),
      avg_logprob: z.optional(z.nullable(z.number())),
      speaker: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** Uses an OpenAI-compatible endpoint for speech recognition. */
export function createSpeechService(address: ModelService, patience: Patience = usual): RemoteSpeech {
  const client = new OpenAI({
    baseURL: address.url,
    // Local endpoints require no key, but the client does.
    apiKey: address.key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: patience.answerMs,
  });

  async function ask(path: string, hint: string, signal: AbortSignal): Promise<SpokenSegment[]> {
    const late = AbortSignal.timeout(patience.answerMs);
    try {
      const reply: unknown = await client.audio.transcriptions.create(
        {
          file: createReadStream(path),
          model: address.model ?? 'whisper-1',
          language: 'ru',
          response_format: 'verbose_json',
          ...(hint && { prompt: hint }),
        },
        { signal: AbortSignal.any([signal, late]) },
      );
      return parseReply(reply);
    } catch (error) {
      signal.throwIfAborted();
      throw explainSpeechError(error, late.aborted);
    }
  }

  return {
    place: 'service',
    async transcribe(path, hint, signal) {
      for (const pauseMs of patience.pausesMs) {
        try {
          return await ask(path, hint, signal);
        } catch (error) {
          if (!(error instanceof SpeechFailure) || !error.mayPass) throw error;
          await pause(Math.min(error.retryAfterMs ?? pauseMs, longestPauseMs), undefined, { signal });
        }
      }
      return ask(path, hint, signal);
    },
  };
}

function parseReply(reply: unknown): SpokenSegment[] {
  const parsed = answer.safeParse(reply);
  if (!parsed.success) throw parsed.error;
  // Drops segments that the model itself considers silence, where it invents words.
  const heard = parsed.data.segments.filter(
    ({ no_speech_prob, avg_logprob }) => (no_speech_prob ?? 0) < 0.6 || (avg_logprob ?? 0) > -1,
  );
  return heard
    .map(({ start, end, text, speaker }) => ({
      start,
      end: Math.max(start, end),
      text: text.replaceAll('\0', '').replace(/\s+/g, ' ').trim().toWellFormed(),
      ...(speaker?.trim() && { speaker: speaker.trim().slice(0, 200) }),
    }))
    .filter(({ text }) => text !== '');
}
