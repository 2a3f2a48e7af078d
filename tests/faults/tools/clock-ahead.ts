// Loaded before the server starts: its clock is DAYS_AHEAD days ahead. Timers run as ever.
const aheadMs = Number(process.env.DAYS_AHEAD) * 86_400_000;
const realNow = Date.now;
const now = () => realNow() + aheadMs;

globalThis.Date = new Proxy(Date, {
  construct: (real, given) => (given.length === 0 ? new real(now()) : Reflect.construct(real, given)),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
});
