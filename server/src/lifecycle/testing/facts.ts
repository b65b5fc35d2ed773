/** Prints what a step can see of its event. */
export const facts = `
skip_clone: true
steps:
  - name: say
    image: sh
    commands:
      - echo "$CI_PIPELINE_EVENT $CI_COMMIT_REF $CI_COMMIT_BRANCH"
      - echo "pull $CI_COMMIT_PULL_REQUEST $CI_COMMIT_SOURCE_BRANCH $CI_COMMIT_TARGET_BRANCH $CI_COMMIT_PULL_REQUEST_LABELS $CI_COMMIT_PULL_REQUEST_MILESTONE $CI_PIPELINE_EVENT_REASON"
      - echo "tag $CI_COMMIT_TAG $CI_PIPELINE_RELEASE_TITLE $CI_PIPELINE_RELEASE_PRE"
      - echo "deploy $CI_PIPELINE_DEPLOY_TARGET $CI_PIPELINE_DEPLOY_TASK $CI_PIPELINE_PARENT"
      - echo "files $CI_PIPELINE_FILES"
      - echo "own $OWN"
`
