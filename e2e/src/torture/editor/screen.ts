import type { Page } from 'playwright-core';
import { until } from '@bridge/testing';

/** The texts that the open editor shows at one moment. */
export interface ShownEditorState {
  readonly text: string;
  /** Number of the revision on which the text is based. */
  readonly base: number;
  /** The text about the state of the edits, such as “saving”. */
  readonly state: string;
  /** The notice that the draft or the edits were changed elsewhere; null when none is shown. */
  readonly notice: string | null;
  /** Title and number of conflicts of the open merge view; null when it is closed. */
  readonly merge: { readonly title: string; readonly conflicts: number } | null;
  /** The error message that the editor shows; null when it shows none. */
  readonly problem: string | null;
}

/** Time in which the editor must show an expected state on a busy machine, in ms. */
export const SHOWN_MS_MAX = 60_000;

const CODE = `document.querySelector('.pane.code code-view')`;
const SHOWN = `(() => {
  const code = ${CODE};
  const bar = document.querySelector('.editor-bar');
  if (code === null || bar === null) return null;
  const wordsOf = (selector) => document.querySelector(selector)?.textContent ?? null;
  const title = wordsOf('.merge h2');
  return {
    text: code.text,
    base: Number(bar.querySelector('.numbers').textContent.slice(1)),
    state: bar.querySelector('.edit-state').textContent,
    notice: wordsOf('.banner[role=alert]'),
    merge: title === null ? null : { title, conflicts: document.querySelectorAll('.merge .conflict').length },
    problem: wordsOf('.problem'),
  };
})()`;

/** Waits until an editor is open, and reads what it shows. */
export function readEditor(page: Page): Promise<ShownEditorState> {
  return until('an editor', () => page.evaluate<ShownEditorState | null>(SHOWN), SHOWN_MS_MAX);
}

/** Waits until the editor shows a state for which `fits` returns true. Returns that state. */
export async function waitShown(
  page: Page,
  what: string,
  fits: (shown: ShownEditorState) => boolean,
): Promise<ShownEditorState> {
  let last: ShownEditorState | null = null;
  try {
    return await until(
      what,
      async () => {
        last = await readEditor(page);
        return fits(last) ? last : null;
      },
      SHOWN_MS_MAX,
    );
  } catch (error) {
    const shown: ShownEditorState | null = last;
    throw new Error(
      `${what}; shown: ${JSON.stringify({ ...(shown as object | null), text: '' })}`,
      {
        cause: error,
      },
    );
  }
}

/** Moves the cursor to the end of the line before the line `line`. */
export async function goBefore(page: Page, line: string): Promise<void> {
  await page.evaluate(`(() => {
    const code = ${CODE};
    const at = code.text.split('\\n').indexOf(${JSON.stringify(line)});
    code.goTo({ line: at, column: 1e9 });
  })()`);
}

/** Presses the button with this name if it is shown and enabled. Returns true when it was pressed. */
export async function pressIfShown(page: Page, name: string, within = 'body'): Promise<boolean> {
  const pressed: unknown = await page.evaluate(`(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(`${within} button`)})];
    const button = all.find((one) => one.textContent === ${JSON.stringify(name)} && !one.disabled);
    button?.click();
    return button !== undefined;
  })()`);
  return pressed === true;
}
