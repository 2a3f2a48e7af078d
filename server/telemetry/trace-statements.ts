import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { safeError } from '#server/platform/log/index.ts';

/** Starts spans within the current one, and binds functions to it. */
export type Spans = {
  start(name: string, attributes: Record<string, string>): Span | undefined;
  /** Returns the same function, bound to the current context. */
  bind<F extends (...given: never[]) => unknown>(run: F): F;
};

type Query = (...given: unknown[]) => unknown;
type Done = (error: Error | undefined, ...more: unknown[]) => void;

/** Makes a span of each statement on a connection of this pool: its text, never its values. */
export function traceStatements(pool: Pool, spans: Spans): void {
  const watched = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as Query;
    client.query = traced(query, spans) as PoolClient['query'];
  });
  // A waiting caller is called back by whoever releases a connection: unbound, its statements would count as the
  // other's.
  const connect = pool.connect.bind(pool) as (done?: Done) => unknown;
  pool.connect = ((done?: Done) => (done ? connect(spans.bind(done)) : connect())) as Pool['connect'];
}

function traced(query: Query, spans: Spans): Query {
  return (...given) => {
    const text = textOf(given[0]);
    const span = text && spans.start(verbOf(text), { 'db.system.name': 'postgresql', 'db.query.text': text });
    if (!span) return query(...given);
    const done = given.at(-1);
    if (typeof done === 'function') {
      return query(...given.slice(0, -1), (error: Error | undefined, ...more: unknown[]) => {
        end(span, error);
        (done as Done)(error, ...more);
      });
    }
    const answer = query(...given);
    if (!(answer instanceof Promise)) span.end();
    else
      answer.then(
        () => end(span),
        (error: Error) => end(span, error),
      );
    return answer;
  };
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  return (statement as { text?: string } | null)?.text;
}

const verbOf = (text: string) => /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';

function end(span: Span, error?: Error): void {
  if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: safeError(error).message });
  span.end();
}
