import type { Deps } from '#app/deps.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { createCompetition } from '../features/competition/competition/competition.actions.ts';
import { enterTemplate } from '../features/competition/entry/entry.actions.ts';
import { recomputeCompetition } from '../features/competition/scoring/scoring.actions.ts';
import { copyTemplate } from '../features/lab/copy/copy.actions.ts';
import { replicateTemplate } from '../features/lab/replication/replication.actions.ts';
import { createTemplate } from '../features/lab/template/template.actions.ts';
import { type Member, memberNamed } from './sample-deps.ts';

const TEMPLATES = [
  {
    author: 'Wanda',
    title: 'How long does a pendulum of one metre take?',
    description: 'A string, a weight and a clock. Time ten swings and divide.',
    steps: [
      { title: 'Build', instructions: 'Hang a weight on a string so that its middle is one metre below the knot.' },
      { title: 'Swing', instructions: 'Let it go from a hand’s width. Time ten swings.' },
      { title: 'Reckon', instructions: 'Divide by ten. Send the period in seconds.' },
    ],
    prediction: { label: 'Period', value: 2.006, unit: 's' },
    replicators: 9,
  },
  {
    author: 'Wanda',
    title: 'How much longer does a candle burn in a larger jar?',
    description: 'Three jars, one candle. Ask an adult to light it.',
    steps: [
      { title: 'Measure', instructions: 'Fill each jar with water to learn its volume.' },
      { title: 'Burn', instructions: 'Put the jar over the candle and time the flame. Three times each.' },
    ],
    prediction: { label: 'Seconds for each litre', value: 38, unit: 's' },
    replicators: 5,
  },
  {
    author: 'Emil',
    title: 'Does reading before sleep change how long I sleep?',
    description: 'Two weeks: one with a book, one with a screen.',
    steps: [
      { title: 'Week one', instructions: 'Thirty minutes of a book. Write down your hours of sleep.' },
      { title: 'Week two', instructions: 'Thirty minutes of a screen. Write down your hours of sleep.' },
    ],
    prediction: { label: 'More sleep with a book', value: 25, unit: 'min' },
    replicators: 4,
  },
] as const;

/** Writes experiments, has others copy and replicate them, and lets them compete. */
export async function runExperiments(deps: Deps, members: readonly Member[], admin: Member): Promise<void> {
  const competition = await createCompetition(deps, admin.actor, {
    name: 'Kitchen table science',
    description: 'The experiment that most people repeat at home wins.',
    scoring_config: { clone: 1, replication_confirmed: 5 },
    is_active: true,
    entry_open: true,
  });
  for (const { author, prediction, replicators, steps, ...template } of TEMPLATES) {
    const owner = memberNamed(members, author);
    const { id } = await createTemplate(deps, owner.actor, {
      ...template,
      steps: [...steps],
      predicted_values: { outputs: [prediction] },
      is_template: true,
      is_public: true,
    });
    const others = members.filter((member) => member !== owner).slice(0, replicators);
    for (const { actor, email } of others) {
      const noise = 1 + (seededRandom(`sample measurement ${email} ${id.length} ${template.title}`)() - 0.5) * 0.08;
      await copyTemplate(deps, actor, id, {});
      await replicateTemplate(deps, actor, id, { outputs: [{ ...prediction, value: prediction.value * noise }] });
    }
    await enterTemplate(deps, owner.actor, competition.id, { template_id: id });
  }
  await recomputeCompetition(deps, admin.actor, competition.id);
}
