import { createContext } from 'react';
import type { Protocol } from '#contract/protocol.ts';

/** The protocol of the screen, for what stands deep in its sheet; undefined as long as only its row is known. */
export const ProtocolContext = createContext<Protocol | undefined>(undefined);
