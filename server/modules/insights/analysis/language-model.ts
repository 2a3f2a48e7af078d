import type OpenAI from 'openai';
import type { ModelService } from '#server/platform/http/index.ts';

/** An unusable answer: not JSON, or not of the requested shape. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

export interface LanguageModel {
  /** Asks for JSON and parses it with `read`, which throws BrokenAnswer; repeats a few times, then rejects. */
  ask<T>(instruction: string, text: string, read: (json: unknown) => T, signal: AbortSignal): Promise<T>;
}

type Patience = { timeoutMs?: number; retries?: number };

/** Time limit for an answer of the model. */
const defaultTimeoutMs = 180_000;
const defaultRetries = 3;

/**
 * Connects to an OpenAI-compatible endpoint. Requests are repeated after 429, 5xx, a lost connection or an unusable
 * answer.
 */
export function createLanguageModel(service: ModelService, patience: Patience = {}): LanguageModel {
  const { timeoutMs = defaultTimeoutMs, retries = defaultRetries } = patience;
  let opened: Promise<OpenAI> | undefined;
  let takesFormat = true;

  async function answer(instruction: string, text: string, signal: AbortSignal): Promise<string> {
    opened ??= open(service, timeoutMs, retries);
    const client = await opened;
    const body = {
      model: service.model ?? 'default',
      temperature: 0.2,
      messages: [
        { role: 'system' as const, content: instruction },
        { role: 'user' as const, content: text },
      ],
      ...(takesFormat && { response_format: { type: 'json_object' as const } }),
    };
    try {
      const { choices } = await client.chat.completions.create(body, { signal });
      return choices?.[0]?.message?.content ?? '';
    } catch (error) {
      // Not every compatible endpoint supports the format; the instruction also asks for JSON.
      if (!takesFormat || (error as { status?: number }).status !== 400) throw error;
      takesFormat = false;
      return answer(instruction, text, signal);
    }
  }

  return {
    async ask(instruction, text, read, outer) {
      // The client's own time limit ends with the first byte of an answer.
      const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs * (retries + 2))]);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return read(jsonOf(await answer(instruction, text, signal)));
        } catch (error) {
          if (signal.aborted || attempt >= retries || !(error instanceof BrokenAnswer)) throw error;
        }
      }
    },
  };
}

async function open({ url, key }: ModelService, timeout: number, maxRetries: number): Promise<OpenAI> {
  // Imported lazily: it is large, and a server without a model does not need it.
  const { default: Client } = await import('openai');
  // All options are set explicitly; otherwise the client would read the missing ones from the server's environment.
  const own = { organization: null, project: null, logLevel: 'off' as const };
  return new Client({ baseURL: url, apiKey: key ?? 'none', timeout, maxRetries, ...own });
}

/** Parses the JSON of an answer, which may be surrounded by thoughts or a code block. */
function jsonOf(answer: string): unknown {
  const text = withoutThoughts(answer);
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch (cause) {
    throw new BrokenAnswer('The model answered no JSON', { cause });
  }
}

/** Returns the answer of a model without its `<think>` blocks. */
export function withoutThoughts(answer: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = answer.indexOf('<think>', from);
    const end = start === -1 ? -1 : answer.indexOf('</think>', start);
    if (end === -1) return [...parts, answer.slice(from)].join('');
    parts.push(answer.slice(from, start));
    from = end + '</think>'.length;
  }
}

/** Returns why a model gave no summary, worded to follow «Языковая модель …». */
export async function modelFailure(error: unknown): Promise<string> {
  const { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError } = await import('openai');
  if (error instanceof BrokenAnswer) return 'ответила не тем, о чём её просили';
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) return 'не ответила вовремя';
  if (error instanceof APIConnectionError) return 'недоступна';
  const { status } = error as { status?: number };
  if (status === 401 || status === 403) return 'не приняла ключ доступа';
  if (status === 429) return 'перегружена запросами';
  return typeof status === 'number' ? `ответила ошибкой ${status}` : 'не ответила';
}
