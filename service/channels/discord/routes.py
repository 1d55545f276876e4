"""``POST /v1/discord/interactions``, Discord's one door to us."""

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from service.api.problems import problem
from service.channels.discord.desk import Desk
from service.channels.discord.shapes import Interaction
from service.channels.discord.signature import RefusedError, Seal, Seen

PATH = "/v1/discord/interactions"
SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"


def discord(seal: Seal, seen: Seen, desk: Desk) -> APIRouter:
    """Return the route; what does not come from Discord gets 401, which Discord tests for now and then."""
    router = APIRouter(include_in_schema=False)

    @router.post(PATH)
    async def interactions(request: Request) -> Response:
        """Check the seal on the very bytes that came, then answer."""
        body = await request.body()
        try:
            seal.check(request.headers.get(SIGNATURE, ""), request.headers.get(TIMESTAMP, ""), body)
            interaction = Interaction.model_validate_json(body)
            seen.once(interaction.id)
        except RefusedError:
            return problem(401, "this does not come from Discord, or came before", "signature")
        except ValidationError:
            return problem(422, "this interaction is of no known form", "invalid-request")
        return await desk.answer(interaction)

    return router
