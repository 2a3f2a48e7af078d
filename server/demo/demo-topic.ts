import type { PersonKey } from './demo-people.ts';

export type DemoItem = {
  title: string;
  by: PersonKey;
  listened: string;
  discussion?: string;
  decisions: string[];
  /** За, против, воздержались. */
  votes?: [number, number, number];
  /**
   * `days`: working days from the meeting to the deadline; `quote`: words of the recording in which it was given;
   * `isLate`: nobody does it in time.
   */
  tasks?: { title: string; who: PersonKey; days: number; quote?: string; isLate?: boolean }[];
};

/** The subject of a kind of meeting. Texts may contain placeholders that `dated` fills in. */
export type DemoTopic = {
  title: string;
  kind?: string;
  place: string;
  minutes: number;
  chairman: PersonKey;
  present: PersonKey[];
  invited?: PersonKey[];
  absent?: PersonKey[];
  /** Whether it is the meeting that is heard in the demo's recording. */
  isRecorded?: boolean;
  /** Several items in one place: each meeting of this kind has the next of them. */
  agenda: (DemoItem | readonly DemoItem[])[];
  /** Whether its first item carries on a task that the meeting before had given and that is late. */
  carriesOn?: boolean;
};
