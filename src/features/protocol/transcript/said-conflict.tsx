import { LineConflictChoice } from './line-conflict-choice.tsx';
import { LinesConflictChoice } from './lines-conflict-choice.tsx';
import type { LineConflict } from './use-line-conflicts.ts';

interface SaidConflictProps {
  conflict: LineConflict;
  onDone: (words: string) => void;
}

/** A correction of what was said that met somebody else's: of one line in a form, of several by a choice. */
export function SaidConflict({ conflict, onDone }: SaidConflictProps) {
  const [line, ...others] = conflict.lines;
  if (line && others.length === 0) return <LineConflictChoice conflict={conflict} line={line} onDone={onDone} />;
  return <LinesConflictChoice conflict={conflict} onDone={onDone} />;
}
