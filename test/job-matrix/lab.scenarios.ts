import { competitionsOf } from '../../src/features/competition/test-competition.ts';
import { labOf, measured, PREDICTED, STEPS } from '../../src/features/lab/test-lab.ts';
import { sponsorsOf } from '../../src/features/sponsor/test-sponsors.ts';
import type { Person } from '../start-test-app.ts';
import { giveDevice, renewed, type Scenario, type Scenarios } from './scenario.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const STEP_PROMPTS: Scenario = {
  arrange: async (app) => {
    const { createPublicTemplate, copyTemplate, changeTemplate } = labOf(app);
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person()));
    const [author, ada, ben, cleo] = people as [Person, Person, Person, Person];
    await giveDevice(app, ada);
    const template = await createPublicTemplate(author);
    const copies = [];
    for (const user of [ada, ben, cleo]) copies.push((await copyTemplate(user, template)).body.template);
    app.clock.advance(2 * DAY);
    await changeTemplate(await renewed(app, cleo), copies[2], { completed_steps: STEPS.length });
    app.clock.advance(DAY + HOUR);
  },
  changes: { lab_step_prompt: 2, notification: 2, push_delivery: 1 },
};

const COMPETITION_SCORING: Scenario = {
  arrange: async (app) => {
    const { createPublicTemplate, copyTemplate, replicateTemplate } = labOf(app);
    const [ada, ben, root] = [await app.person(), await app.person(), await app.superAdmin()];
    const { createCompetition, enterTemplate } = competitionsOf(app, root);
    for (const name of ['Coils', 'Plasmas', 'Circuits']) {
      const competition = await createCompetition({ name });
      const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
      await enterTemplate(ada, competition, { template_id: template.id });
      await copyTemplate(ben, template);
      await replicateTemplate(ben, template, measured(101));
    }
    app.clock.advance(HOUR);
  },
  changes: { competition: 0, competition_entry: 0 },
};

const SPONSOR_DIGEST: Scenario = {
  arrange: async (app) => {
    const { createPublicTemplate } = labOf(app);
    const [ada, root] = [await app.person(), await app.superAdmin()];
    const { createSponsor, createApplication, contactSponsor } = sponsorsOf(app);
    const [first] = [
      await createSponsor(root),
      await createSponsor(root, { name: 'Plasma Works' }),
      await createApplication(),
    ];
    await createPublicTemplate(ada);
    await contactSponsor(ada, first);
    app.clock.advance(7 * DAY);
  },
  changes: { outgoing_mail: 2, sponsor_digest: 2 },
};

export const LAB_SCENARIOS: Scenarios = {
  'process-step-prompts': STEP_PROMPTS,
  'recompute-competitions': COMPETITION_SCORING,
  'sponsor-outreach-digest': SPONSOR_DIGEST,
};
