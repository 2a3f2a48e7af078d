import { lockProtocol } from '#server/modules/protocols/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import {
  addLines,
  beginTranscript,
  endTranscript,
  findGrowing,
  forgetRecognised,
  type Recorded,
  speakersOf,
  type TranscriptRow,
} from '#server/schema/derived/transcript-rows.ts';
import type { Heard, HeardPiece } from './heard-pieces.ts';
import type { StepContext } from './step.ts';

/** The run by which it grows. */
type Grower = Pick<StepContext, 'requireTurn'> & { run: number };

/**
 * The transcript of a recording while it is recognised. Its lines are added and never written over, so that a person may
 * correct them meanwhile; where a person has put something else in its place it goes on beside that, as a draft.
 */
export class GrowingTranscript {
  readonly #database: Database;
  readonly #recorded: Recorded;
  readonly #heard: Heard;
  readonly #run: number;
  readonly #requireTurn: StepContext['requireTurn'];
  /** A person has put away what was growing beside their own: it does not come back in this run. */
  #isPutAway = false;

  /** @param heard is changed as it grows, and is to be kept: a server that was killed goes on with it */
  constructor(database: Database, recorded: Recorded, heard: Heard, { run, requireTurn }: Grower) {
    this.#database = database;
    this.#recorded = recorded;
    this.#heard = heard;
    this.#run = run;
    this.#requireTurn = requireTurn;
  }

  /** Forgets what was recognised from another recording that was there before, unless this one is to go on. */
  async prepare(): Promise<void> {
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      const { transcript, earlier } = this.#heard;
      if (growing) this.#isDraft = growing.isDraft;
      else if (transcript && this.#isDraft) this.#isPutAway = true;
      else if (!earlier || !(await findGrowing(db, earlier))) await forgetRecognised(db, this.#recorded);
    });
  }

  get #isDraft(): boolean {
    return this.#heard.draft === this.#run;
  }

  set #isDraft(is: boolean) {
    this.#heard.draft = is ? this.#run : undefined;
  }

  get note(): string | undefined {
    if (this.#isPutAway) return 'Новая расшифровка отложена';
    return this.#isDraft ? 'Исправленная расшифровка сохранена, новая лежит рядом для сравнения' : undefined;
  }

  /** Adds the lines of what was heard; each is added once, however often it is told. */
  async add(pieces: readonly HeardPiece[]): Promise<void> {
    if (this.#isPutAway || pieces.every(({ lines }) => lines.length === 0)) return;
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) return this.#addTo(db, growing, pieces);
      await this.#begin(db);
    });
  }

  /** All is heard. */
  async end(): Promise<void> {
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) {
        // A person may have taken it, or put another in its place, since it began.
        this.#isDraft = growing.isDraft;
        await endTranscript(db, growing);
      } else if (!this.#isPutAway) await this.#begin(db);
    });
  }

  /** What is there is searched, although it is not all: the recognition failed, or was cancelled. */
  async pause(): Promise<void> {
    const always = async () => undefined;
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) await endTranscript(db, growing);
    }, always);
  }

  async #begin(db: Db): Promise<void> {
    if (this.#heard.transcript && this.#isDraft) {
      this.#isPutAway = true;
      return;
    }
    const { id, isDraft } = await beginTranscript(db, this.#recorded, { source: 'service' });
    this.#heard.transcript = id;
    this.#isDraft = isDraft;
    await this.#addTo(db, { id, speakers: [] }, this.#heard.heard);
  }

  async #addTo(db: Db, { id, speakers }: Pick<TranscriptRow, 'id' | 'speakers'>, pieces: readonly HeardPiece[]) {
    const lines = linesOf(id, pieces);
    // A voice that a person has named goes on under that name.
    const names = speakers.length > 0 ? await this.#namesIn(db, id) : undefined;
    await addLines(
      db,
      id,
      lines.map((line) => ({ ...line, speaker: names?.get(line.speaker ?? '') ?? line.speaker })),
    );
  }

  /** What each voice is called now in the lines that are there, where that is one name. */
  async #namesIn(db: Db, id: string): Promise<ReadonlyMap<string, string>> {
    const now = await speakersOf(db, id);
    const found = new Map<string, Set<string>>();
    for (const line of linesOf(id, this.#heard.heard)) {
      const name = now.get(line.id);
      if (name) found.set(line.speaker ?? '', (found.get(line.speaker ?? '') ?? new Set()).add(name));
    }
    return new Map([...found].flatMap(([voice, names]) => (names.size === 1 ? [[voice, [...names][0] ?? voice]] : [])));
  }

  async #find(db: Db): Promise<TranscriptRow | undefined> {
    const { transcript } = this.#heard;
    return transcript === undefined ? undefined : findGrowing(db, transcript);
  }

  /** @param allowed throws where it is another's by now: nothing is changed then */
  #locked(work: (db: Db) => Promise<void>, allowed = this.#requireTurn): Promise<void> {
    return this.#database.db.transaction(async (db) => {
      await lockProtocol(db, this.#recorded.protocolId);
      await allowed(db);
      await work(db);
    });
  }
}

/** The lines of what was heard; their ids follow from it, so that none is added twice. */
function linesOf(id: string, pieces: readonly HeardPiece[]) {
  return pieces.flatMap(({ voice = 0, start, lines }) =>
    lines.map((line, place) => ({ ...line, id: `${id}-${voice}-${start}-${place}` })),
  );
}
