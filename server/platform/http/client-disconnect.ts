import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the client disconnects before the answer: nobody waits for it any more. */
export function clientDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) controller.abort(new Error('Nobody waits for the answer any more'));
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
