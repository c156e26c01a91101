// What a style sheet uses: properties and their values, functions, units, selectors, rules.

import { at, lacking } from "./support.mjs";
import { sheet } from "./tools.mjs";

const VIEWPORT = { d: "viewport_percentage_units_dynamic", s: "viewport_percentage_units_small", l: "viewport_percentage_units_large" };

/** Every use of something that not all browsers of the range have, as {line, what, lacking}. What stands in `@supports`, or after a
 *  declaration of the same property, is chosen by the browser itself. */
export function newInSheet(source) {
  const found = [];
  sheet.walk(sheet.parse(source, { positions: true }), function visit(node) {
    if (this.atrule?.name === "supports" || (this.declaration && repeated(this.declaration, this.block))) return;
    for (const [what, feature] of features(node, this)) {
      const without = lacking(feature) ?? [];
      if (without.length) found.push({ line: node.loc.start.line, what, lacking: without });
    }
  });
  return found;
}

/** Whether the block declares this property before, for browsers that do not know this value. */
function repeated(declaration, block) {
  const same = block?.children.toArray().filter(({ type, property }) => type === "Declaration" && property === declaration.property) ?? [];
  return same.indexOf(declaration) > 0;
}

/** [what, its entry in the data] of all that a node uses. */
function* features(node, { declaration, rule, atrule }) {
  const { type, name } = node;
  if (type === "Declaration") yield [node.property, at("css", "properties", node.property)];
  if (type === "Identifier" && declaration) yield [`${declaration.property}: ${name}`, at("css", "properties", declaration.property, name)];
  if (type === "Function") yield [`${name}()`, at("css", "types", name) ?? at("css", "types", "color", name)];
  if (type === "Dimension" && /^[dsl]v/.test(node.unit)) yield [node.unit, at("css", "types", "length", VIEWPORT[node.unit[0]])];
  if (type === "PseudoClassSelector" || type === "PseudoElementSelector") yield [`:${name}`, at("css", "selectors", name)];
  if (type === "Atrule") yield [`@${name}`, at("css", "at-rules", name)];
  if (type === "Feature" && atrule) yield [`@${atrule.name} (${name})`, at("css", "at-rules", atrule.name, name)];
  if (type === "NestingSelector" || (type === "Rule" && rule)) yield ["nesting", at("css", "selectors", "nesting")];
}
