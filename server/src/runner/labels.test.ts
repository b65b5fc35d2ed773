import { expect, test } from 'vitest'

import { matchScore } from './labels.ts'

const agent = { hostname: 'box', platform: 'linux/amd64', backend: 'local', repo: '*', 'org-id': '*' }

test.each([
  ['no labels fit anything', {}, agent, 0],
  ['an equal label counts more than a wildcard', { platform: 'linux/amd64', repo: 'ann/tool' }, agent, 11],
  ['another value does not fit', { platform: 'linux/arm64' }, agent, -1],
  ['a label the agent has not does not fit', { gpu: 'true' }, agent, -1],
  ['one that fits does not make up for one that does not', { hostname: 'box', backend: 'docker' }, agent, -1],
  ['an empty label asks for nothing', { gpu: '' }, agent, 0],
  ['internal labels are not looked at', { 'woodpecker-ci.org/forge-id': '7' }, agent, 0],
  ['an agent that insists on a label refuses others', {}, { '!gpu': 'true' }, -1],
  ['an agent that insists on a label takes its own', { gpu: 'true' }, { '!gpu': 'true' }, 10],
  ['an agent that insists on a label compares its value', { gpu: 'no' }, { '!gpu': 'true' }, -1],
])('%s', (_, task, labels, score) => {
  expect(matchScore(task, labels)).toBe(score)
})
