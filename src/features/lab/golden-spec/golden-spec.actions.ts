import type { Actor } from '../../../access/actor.ts';
import { recordAudit } from '../../account/index.ts';
import { requireMeasurable } from '../calculator/output.rules.ts';
import { judgeByPrediction } from '../replication/replication.actions.ts';
import { type LabDeps, outputsToStore, viewOfTemplate } from '../template/template.actions.ts';
import { type Template, templateErrors } from '../template/template.schema.ts';
import { lockTemplate, updateTemplate } from '../template/template.store.ts';
import type { GoldenSpec } from './golden-spec.schema.ts';

/**
 * Makes what a calculator found the prediction of a template; what people have measured is judged by it from then on. That is
 * written down. Throws `lab.template-not-found`, `lab.not-a-template` or `lab.number-too-small`.
 */
export async function setGoldenSpec(deps: LabDeps, actor: Actor, id: string, spec: GoldenSpec): Promise<Template> {
  const { calculator, optimal_inputs, calculator_outputs } = spec;
  requireMeasurable(Object.values(optimal_inputs));
  const predicted = {
    calculator,
    optimal_inputs: { ...optimal_inputs },
    outputs: outputsToStore(calculator_outputs.outputs),
  };
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw templateErrors.notFound();
    if (!before.is_template) throw templateErrors.notATemplate();
    await recordAudit(deps, tx, actor, {
      action: 'lab.set-golden-spec',
      subjectType: 'lab_template',
      subjectIds: [before.id],
      details: { calculator },
    });
    const now = deps.clock.now();
    await judgeByPrediction(tx, before.id, predicted, now);
    return viewOfTemplate(await updateTemplate(tx, before.id, { predicted_values: predicted }, now));
  });
}
