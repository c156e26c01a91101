import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.api.TablesApi;
import org.openapitools.client.model.CreateTable;
import org.openapitools.client.model.EventPage;
import org.openapitools.client.model.Move;
import org.openapitools.client.model.OtherEvent;
import org.openapitools.client.model.OtherMove;
import org.openapitools.client.model.TableLaid;
import org.openapitools.client.model.View;

/** Plays a whole game with the client of openapi-generator's java: {@code Player URL GAME}. Prints what it met as JSON. */
public class Player {
    public static void main(String[] args) throws Exception {
        ApiClient spectator = clientOf(args[0]);
        Map<String, Object> wanted = Map.of("game", args[1], "seats", List.of(Map.of("kind", "human"), Map.of("kind", "human")));
        TableLaid laid = new TablesApi(spectator).createTable(spectator.getObjectMapper().convertValue(wanted, CreateTable.class), null);
        Map<String, PlayApi> seats = new HashMap<>();
        laid.getTokens().forEach((seat, token) -> seats.put(seat, new PlayApi(clientOf(args[0]).setRequestInterceptor(
            request -> request.header("Authorization", "Bearer " + token)))));
        Shown view = shown(spectator, laid.getView());
        int moves = 0;
        while (!view.status.equals("finished")) {
            PlayApi play = seats.get(view.owed);
            List<Move> known = play.listMoves(view.table).getMoves().stream()
                .filter(move -> !(move.getActualInstance() instanceof OtherMove)).toList();
            view = shown(spectator, play.postMove(view.table, known.get(moves % known.size())).getView());
            moves++;
        }
        int events = 0;
        long unknown = 0;
        for (Object after = 0; after != null;) {
            EventPage page = new EventsApi(spectator).listEvents(view.table, after.toString(), null, null, null);
            events += page.getEvents().size();
            unknown += page.getEvents().stream().filter(event -> event.getActualInstance() instanceof OtherEvent).count();
            after = page.getNext();
        }
        System.out.printf("{\"table\": \"%s\", \"moves\": %d, \"events\": %d, \"unknown events\": %d, \"winners\": %d, \"refused\": %d}%n",
            view.table, moves, events, unknown, view.winners, refusal(spectator));
    }

    /** What every view has: the union of the games' views has no type for it. */
    record Shown(String table, String status, String owed, int winners) {}

    static Shown shown(ApiClient client, View view) {
        var node = client.getObjectMapper().valueToTree(view);
        return new Shown(node.get("table").asText(), node.get("status").asText(),
            node.at("/owed/0/seat").asText(), node.at("/outcome/winners").size());
    }

    static ApiClient clientOf(String url) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        return client;
    }

    static int refusal(ApiClient client) {
        try {
            new GamesApi(client).getGame("chess", null);
            return 0;
        } catch (ApiException refused) {
            return refused.getCode();
        }
    }
}
