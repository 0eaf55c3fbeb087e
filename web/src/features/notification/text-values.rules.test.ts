import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import de from './messages/de.json';
import en from './messages/en.json';
import { textValuesOf } from './text-values.rules.ts';

const WORDS = { nameDate: (date: string) => `<${date}>`, someone: 'Someone', membership: 'none', hasCheckIn: false };
const BATTLE = { week_start_date: '2026-11-23', winner: 'red', team_color: 'blue', chips: 1, final_outcome: '' };

/** The text of a kind in a language, as the inbox shows it. */
function textOf(
  locale: 'en' | 'de',
  kind: keyof typeof en.kinds,
  data: Record<string, string | number | null>,
): string {
  const t = createTranslator({ locale, messages: locale === 'en' ? en : de });
  return t(`kinds.${kind}.text`, textValuesOf({ data, actor: null }, WORDS));
}

test.each([
  ['en', 'battle_results', BATTLE, 'In the week of <2026-11-23> you fought for the blue team'],
  ['de', 'battle_results', BATTLE, 'In der Woche ab <2026-11-23> warst du im blauen Team'],
  ['en', 'battle_update', BATTLE, 'In the week of <2026-11-23> you fight for the blue team'],
  ['de', 'battle_update', BATTLE, 'In der Woche ab <2026-11-23> bist du im blauen Team'],
  ['en', 'chain_broken', { date: '2026-11-23', from_user_id: null }, '<2026-11-23> ended without a check-in'],
] as const)('in %s the text of %s names its time, whenever it is read', (locale, kind, data, text) => {
  expect(textOf(locale, kind, data)).toContain(text);
});

test.each([
  ['en', 'reset your password by email, which also ends your other sessions, passkeys and programs'],
  ['de', 'setze dein Passwort per E-Mail zurück. Das beendet auch deine anderen Sitzungen, Passkeys und Programme'],
] as const)('in %s a changed sign-in advises what ends the access of another person', (locale, advice) => {
  for (const change of ['passkey_added', 'token_created']) {
    expect(textOf(locale, 'sign_in_changed', { change })).toContain(advice);
  }
});

test('an actor without a name and a value that is no date are no holes in a text', () => {
  const values = textValuesOf({ data: { date: 'soon', count: 2, from: null }, actor: null }, WORDS);
  expect(values).toMatchObject({ actor: 'Someone', day: '', week: '', count: 2, from: 'null', ai: 'false' });
});
