export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
  /** A rule that explains it, with the page that shows it. */
  readonly rule?: { readonly number: string; readonly href: string } | undefined;
}

let count = 0;
let shown = $state.raw<readonly Toast[]>([]);
const LASTS_MS = { plain: 3200, good: 3200, bad: 6500 } as const;

export const toasts = {
  get all(): readonly Toast[] {
    return shown;
  },
  show(text: string, { tone = 'plain', rule }: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
    const toast: Toast = { id: ++count, text, tone, rule };
    shown = [...shown.filter((other) => other.text !== text), toast].slice(-3);
    setTimeout(() => toasts.dismiss(toast.id), LASTS_MS[tone]);
  },
  dismiss(id: number): void {
    shown = shown.filter((toast) => toast.id !== id);
  },
};
