import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked leaves before the answer: nobody waits for it any more. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new Error('Nobody waits for the answer any more'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
