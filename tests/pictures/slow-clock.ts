import { moment } from './moment.ts';

// Loaded into the server before anything else (node --import): its clock starts at the moment of the pictures and is so
// slow that the minutes shown stay the same. Timers are unchanged.
const slowness = 1000;
const Real = globalThis.Date;
const begun = Real.now();
const now = () => moment.getTime() + Math.floor((Real.now() - begun) / slowness);

globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[], made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
  apply: () => new Real(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
