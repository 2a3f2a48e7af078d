/** Maximum level of a decision: 0 is a point of its agenda item, 1 a sub-point of the point before it. */
export const deepestDecision = 1;

export interface Levelled {
  level?: number | null | undefined;
}

/**
 * Returns a function that numbers the points of an agenda item and their sub-points in order: «2.1.», «2.1.1.», «2.2.»;
 * without the number of the item «1.», «1.1.», «2.». A sub-point without a point before it counts as a point.
 */
export function decisionCounter(question?: number): (decision: Levelled) => { place: string; level: 0 | 1 } {
  const before = question === undefined ? '' : `${question}.`;
  let [point, subPoint] = [0, 0];
  return ({ level }) => {
    if (level && point > 0) {
      subPoint += 1;
      return { place: `${before}${point}.${subPoint}.`, level: 1 };
    }
    point += 1;
    subPoint = 0;
    return { place: `${before}${point}.`, level: 0 };
  };
}
