/** A lesson: a few positions, and in each of them something to do. No server, no rules: it is all written down. */
export interface LessonStep<View, Action, Event> {
  /** What the learner reads: what is there, and what to do. */
  readonly say: () => string;
  readonly view: View;
  readonly legal: readonly Action[];
  /** The actions that carry on. Left out, the learner only reads and presses "next". */
  readonly wanted?: (action: Action) => boolean;
  /** What is said to somebody who tries another legal action. */
  readonly wrong?: () => string;
  /** What follows from the action, shown with the game's own `steps`; then the next step begins. */
  readonly then?: { readonly events: readonly Event[]; readonly view: View };
}

export interface Lesson<View, Action, Event> {
  /** Names at the table, the learner's seat among them. */
  readonly people: readonly string[];
  readonly seat: number;
  readonly steps: readonly LessonStep<View, Action, Event>[];
}
