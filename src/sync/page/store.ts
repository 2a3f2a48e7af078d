import { createStore } from '../store/store.ts';

/** The device's queue, which also keeps the worker's copy of the session. */
export const store = createStore();
