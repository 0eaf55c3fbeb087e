import { listSettings, type SettingTree } from '#app/settings/settings.ts';

type Sections = Readonly<Record<string, SettingTree>>;

const MAX_LINE_LENGTH = 120;

/** The settings as an env file, each with its default. */
export function makeEnvironmentExample(sections: Sections): string {
  const lines = Object.entries(sections).flatMap(([title, tree]) => [
    '',
    `# ---- ${title} ----`,
    ...listRows(tree).flatMap(({ name, fallback, sentence }) => {
      // A value with spaces has quotes in some env files, and in others none.
      const hasSpaces = fallback.includes(' ');
      const comment = hasSpaces ? `${sentence} Default: ${fallback}` : sentence;
      return [...(comment === '' ? [] : commentOf(comment)), `${name}=${hasSpaces ? '' : fallback}`];
    }),
  ]);
  return [
    '# Copy to .env. Every setting is optional: without any, Meadow runs on one machine with an embedded database.',
    '# An empty value counts as not set. docs/settings.md tells what each setting may be. Written by npm run generate.',
    ...lines,
    '',
  ].join('\n');
}

/** The settings as a document in Markdown. */
export function describeSettings(sections: Sections): string {
  return [
    '# Settings',
    '',
    'All settings of Meadow: variables of the environment, or of a file `.env` like [.env.example](../.env.example). An empty variable is not set.',
    '[Operations](operations.md) explains when to use them. Written by `npm run generate` from `src/app/settings/settings.ts`.',
    ...Object.entries(sections).flatMap(([title, tree]) => [
      '',
      `## ${title}`,
      '',
      '| setting | default | value | what it does |',
      '|---|---|---|---|',
      ...listRows(tree).map(({ name, fallback, form, sentence }) => {
        const preset = fallback === '' ? '' : `\`${fallback.replaceAll(',', ', ')}\``;
        return `| \`${name}\` | ${preset} | ${escapeMarkdown(form)} | ${escapeMarkdown(sentence)} |`;
      }),
    ]),
    '',
  ].join('\n');
}

/** The settings of a section. The sentence of several in a row is given once, with the first. */
function listRows(tree: SettingTree) {
  const settings = listSettings(tree);
  return settings.map(({ name, fallback, form, sentence }, index) => ({
    name,
    fallback: fallback ?? '',
    form,
    sentence: sentence === settings[index - 1]?.sentence ? '' : sentence,
  }));
}

/** Comments of whole words, as long as a line of code. */
function commentOf(text: string): string[] {
  const lines: string[] = ['#'];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = line;
    else lines.push(`# ${word}`);
  }
  return lines;
}

const escapeMarkdown = (text: string) => text.replace(/[<>*|]/g, '\\$&');
