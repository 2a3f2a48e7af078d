/** pg-boss tells of most failures by plain objects. Returns an error that can be logged, with the name of the queue. */
export function asError(told: unknown): Error {
  if (told instanceof Error) return told;
  if (typeof told !== 'object' || told === null || !('message' in told)) return new Error(String(told));
  const { queue, message, stack, code } = told as Record<string, unknown>;
  const error = new Error(typeof queue === 'string' ? `${queue}: ${message}` : String(message));
  if (typeof stack === 'string') error.stack = stack;
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}
