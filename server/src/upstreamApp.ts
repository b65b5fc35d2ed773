import { join } from 'node:path'

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'

import { mountDocs } from './host/docs.ts'
import { mountHeaders } from './host/headers.ts'
import { mountOutside, mountPage } from './host/page.ts'
import type { PageFiles } from './host/pageFiles.ts'
import { type Addresses, rootOf } from './host/upstream/addresses.ts'
import { mountTheirRoot, mountUpstream } from './host/upstream/upstream.ts'
import { mountAddressLimits, requestLimits } from './http/limits.ts'
import { setErrorHandler } from './http/mount.ts'

export interface UpstreamAppDeps {
  page: PageFiles
  addresses(): Addresses
  version: string
  versionUrl: string | undefined
  isVersionCheckSkipped: boolean
  docsUrl: string
  customFolder: string
  logger?: FastifyBaseLogger
}

const docsFolder = join(import.meta.dirname, '../../docs')

/** The page in front of another server: everything but the page is that server's. */
export function createUpstreamApp(deps: UpstreamAppDeps): FastifyInstance {
  const { page, addresses, version, versionUrl, docsUrl, customFolder } = deps
  const { root } = addresses()
  const app = Fastify({
    ...requestLimits,
    // Its limits are the other server's business.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    ...(deps.logger && { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  setErrorHandler(app)
  mountHeaders(app, { root, version, versionUrl })
  mountAddressLimits(app)
  app.register(
    async (scope) => {
      const { forward } = mountUpstream(scope, {
        addresses,
        globals: () => ({
          YAFFLE_DOCS_URL: docsUrl,
          YAFFLE_VERSION_URL: versionUrl ?? '',
          ...(deps.isVersionCheckSkipped && { WOODPECKER_SKIP_VERSION_CHECK: true }),
        }),
      })
      mountDocs(scope, docsFolder, root)
      mountPage(scope, { root, page, customFolder, elsewhere: forward })
    },
    { prefix: root },
  )
  const theirRoot = rootOf(addresses().upstream)
  if (theirRoot !== root)
    app.register(async (scope) => mountTheirRoot(scope, addresses), { prefix: theirRoot })
  if (theirRoot !== '' || root === '') mountOutside(app, root)
  return app
}
