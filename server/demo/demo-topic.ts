import type { PersonKey } from './demo-people.ts';

export type DemoItem = {
  title: string;
  by: PersonKey;
  listened: string;
  discussion?: string;
  decisions: string[];
  /** За, против, воздержались. */
  votes?: [number, number, number];
  /** `days`: working days from the meeting to the deadline; `quote`: words of the recording in which it was given. */
  tasks?: { title: string; who: PersonKey; days: number; quote?: string }[];
};

/** What a kind of meeting is about. Texts may contain placeholders that `dated` fills. */
export type DemoTopic = {
  title: string;
  kind?: string;
  place: string;
  minutes: number;
  chairman: PersonKey;
  present: PersonKey[];
  invited?: PersonKey[];
  absent?: PersonKey[];
  agenda: DemoItem[];
};
