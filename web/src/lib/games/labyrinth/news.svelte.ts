import type { News } from './tell';

export interface Story extends News {
  readonly id: number;
  readonly at: number;
}

/** As long as a line can be read. */
export const READ_MS = 3000;

/** What just happened, in a line or two: what has to be remembered is not pushed away by the next turn of a zone. */
export class Newsroom {
  stories = $state.raw<readonly Story[]>([]);

  get latest(): Story | null {
    return this.stories.at(-1) ?? null;
  }

  tell(news: News, id: number, at = performance.now()): void {
    const kept = this.stories.filter((story) => story.lasting && at - story.at < READ_MS).slice(-1);
    this.stories = [...kept, { ...news, id, at }];
  }
}
