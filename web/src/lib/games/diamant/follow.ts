import type {
  CaveOverView,
  Event,
  ExpeditionView,
  Hazard,
  Hidden,
  Returned,
  View,
} from '$lib/protocol/diamant';

/** What happens in a cave: these events tell all that they change in a view. */
export type Followed = Extract<
  Event,
  { type: 'Chose' | 'ChoicesShown' | 'Returned' | 'CardTurned' | 'CaveLeft' | 'CaveFled' }
>;

/**
 * The view after an event in a cave, exactly as the server would make it (docs/protocol.md, protocol 3). The results all
 * stand in the event; nothing is worked out here.
 */
export function follow(view: View, event: Followed): View {
  const cave = view.phase;
  if (cave.type !== 'Expedition') return view;
  switch (event.type) {
    case 'Chose':
      return inCave(view, cave, { choices: { ...cave.choices, [event.seat]: event.choice } });
    case 'ChoicesShown':
      return inCave(view, cave, { choices: {} });
    case 'Returned':
      return home(view, cave, event);
    case 'CardTurned':
      return {
        ...inCave(view, cave, {
          gallery: [...cave.gallery, { card: event.card, left: event.left }],
          loot: cave.loot + event.share,
          pile: cave.pile - 1,
        }),
        artifacts_turned: view.artifacts_turned + (event.card.type === 'Artifact' ? 1 : 0),
      };
    case 'CaveFled':
      return { ...view, phase: over(cave, event.hazard), removed: [...view.removed, event.hazard] };
    case 'CaveLeft':
      return { ...view, phase: over(cave, null) };
    default:
      event satisfies never;
      throw new TypeError('no event in a cave');
  }
}

const inCave = (view: View, cave: ExpeditionView, change: Partial<ExpeditionView>): View => ({
  ...view,
  phase: { ...cave, ...change },
});

const plus = (chest: number | Hidden, banked: number): number | Hidden =>
  typeof chest === 'number' ? chest + banked : chest;

function home(view: View, cave: ExpeditionView, { seats, banked, left }: Returned): View {
  return {
    ...inCave(view, cave, {
      inside: cave.inside.filter((seat) => !seats.includes(seat)),
      gallery: cave.gallery.map((turned, index) => ({ ...turned, left: left[index] ?? turned.left })),
    }),
    chests: view.chests.map((chest, seat) => (seats.includes(seat) ? plus(chest, banked) : chest)),
    takings: banked === 0 ? view.takings : carriedHome(view, cave.cave, seats, banked),
  };
}

/** By cave and seat; caves that brought nobody anything are filled up with nothing. */
function carriedHome(view: View, cave: number, seats: readonly number[], banked: number): View['takings'] {
  const nothing = view.chests.map(() => 0);
  const caves = Array.from(
    { length: Math.max(cave, view.takings.length) },
    (_, at) => view.takings[at] ?? nothing,
  );
  return caves.map((taken, at) =>
    at === cave - 1 ? taken.map((before, seat) => (seats.includes(seat) ? banked : before)) : taken,
  );
}

function over(cave: ExpeditionView, hazard: Hazard | null): CaveOverView {
  const lost = hazard ? Object.fromEntries(cave.inside.map((seat) => [seat, cave.loot])) : {};
  return {
    type: 'CaveOver',
    cave: cave.cave,
    pile: cave.pile,
    gallery: cave.gallery,
    hazard,
    lost,
    ready: [],
  };
}
